import { z } from 'zod'
import type { FollowedPapers } from '#core/following/followed-search.ts'
import {
  filterOf,
  filterOfChoices,
  type LibraryFilter,
  type RankedFilter,
  sortOrders,
} from '#core/search/paper-filter.ts'
import { validationFailure } from '#core/failure.ts'
import { MAX_TYPED_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { textError } from '#core/text/normalize-text.ts'
import { authorWords, parseSearchQuery } from '#core/search/search-query.ts'
import { libraryFacets, ofEachName } from '#core/search/facet-token.ts'
import { choiceParameters, filterParameters, likeParameter } from '#schemas/paper-filter.ts'
import type { Context } from 'hono'
import { calendarDay } from '#core/calendar-day.ts'
import { mayNameTime, readQuestion, type ReadWords } from '#core/search/question-reading.ts'
import type { Clock } from '#ports/runtime.ts'
import { cursorParameter, readQuery } from '#http/input/query.ts'

const CONTROL = /\p{Cc}/gu

const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim()

const { minLongHorizon: _least, hasFullText: _hasText, citedHere: _cited, ...bounds } = filterParameters
const narrowing = { ...bounds, ...choiceParameters }

const librarySorts = [...sortOrders, 'best'] as const

/** Whether a text is longer than the box takes. */
export const isTooLong = (text: string): boolean => text.length > MAX_TYPED_CHARACTERS

/** As many words of a text as the box takes. */
const beginningOf = (text: string): string =>
  isTooLong(text) ? text.slice(0, MAX_TYPED_CHARACTERS).replace(/\s\S{0,100}$/u, '') : text

/** The query of the library: the whole state of a view is in its address. */
export const libraryInput = z.object({
  q: z
    .string()
    .transform((text) => beginningOf(text.replaceAll(CONTROL, ' ')))
    .superRefine((text, context) => {
      const error = textError(text, 'line')
      if (error !== null) context.addIssue({ code: 'custom', message: error })
    })
    .optional()
    .transform(orNull)
    .meta({
      description:
        'A question in plain words; or words that are all required, with "a phrase", -word, OR, word*, title:, author:, abstract: or topic:.',
      example: 'what helps against pain after surgery',
    }),
  match: z
    .enum(['any', 'all'])
    .optional()
    .transform((match) => match ?? null)
    .meta({
      description:
        'any: words affect the ranking, best first. all: every word is required. By default, all if there are operators.',
    }),
  like: likeParameter(),
  ...narrowing,
  text: z
    .enum(['yes'])
    .optional()
    .transform((text) => text ?? null)
    .meta({ description: 'yes: only papers with a full text or a note here.', example: 'yes' }),
  cited: z
    .enum(['yes'])
    .optional()
    .transform((cited) => cited ?? null)
    .meta({ description: 'yes: only papers that at least one paper of the library cites.', example: 'yes' }),
  sort: z
    .enum(librarySorts)
    .optional()
    .meta({ description: 'By default, the best match of a question first, otherwise the highest longHorizonScore.' }),
  weak: z
    .enum(['show'])
    .optional()
    .transform((weak) => weak ?? null)
    .meta({
      description:
        'show: a page of a question also lists hits that are far weaker than the best. By default it folds them, unless all are weak.',
      example: 'show',
    }),
  interpret: z
    .enum(['false'])
    .optional()
    .transform((value) => value ?? null)
    .meta({
      description:
        'false: dates, and an author with a year, in the question are words. By default they are read as filters.',
      example: 'false',
    }),
  cursor: cursorParameter(),
})

/** The query of a library view, without the position in the list. */
export type LibraryQuery = Omit<z.infer<typeof libraryInput>, 'cursor'>

/** The whole library, in its default order. */
const { cursor: _cursor, ...empty } = libraryInput.parse({})
export const EMPTY_LIBRARY_QUERY: LibraryQuery = empty

/** The filters of a query with the values that were chosen of each facet. */
const narrowedBy = ({ text, cited, chapter, year, type, concept, authorName, ...given }: LibraryQuery) => ({
  ...filterOf({
    ...given,
    ...filterOfChoices({ chapter, year, type, concept, ...ofEachName((facet) => given[facet]) }),
  }),
  withText: text === 'yes',
  citedHere: cited === 'yes',
  authorNames: authorName.length === 0 ? null : authorName,
})

/** The filter of a ranking for the same parameters. */
export const toRankedFilter = (query: LibraryQuery): RankedFilter => {
  const { year, ...filter } = narrowedBy(query)
  return {
    ...filter,
    query: null,
    year: null,
    yearFrom: year === null ? filter.yearFrom : Math.max(year, filter.yearFrom ?? year),
    yearTo: year === null ? filter.yearTo : Math.min(year, filter.yearTo ?? year),
  }
}

const toQuery = (q: string | null, author: string | null): LibraryFilter['query'] => {
  const words = [...(q === null ? [] : [q]), ...(author === null ? [] : authorWords(author))]
  return words.length === 0 ? null : parseSearchQuery(words.join(' '))
}

/** Papers like one are a ranking, so nothing is listed or followed by it. Throws `invalid`. */
const refuseLike = ({ like }: LibraryQuery): void => {
  if (like !== null) throw validationFailure([{ path: 'like', message: 'cannot be followed; leave it out' }])
}

/** Throws `invalid` for a query of too many words or characters, or for papers like one. */
export const toLibraryFilter = (query: LibraryQuery): LibraryFilter => {
  refuseLike(query)
  return { ...narrowedBy(query), author: null, query: toQuery(query.q, query.author) }
}

/** The facets of pages: those of the index, and the names of authors, which are counted in the papers themselves. */
export const pageFacets = libraryFacets.flatMap((facet) =>
  facet === 'institution' ? (['authorName', facet] as const) : [facet],
)
export type PageFacet = (typeof pageFacets)[number]

/** The filters of a view that are not facets. */
export const otherFilters = ['author', 'yearFrom', 'yearTo', 'addedSince', 'cited'] as const

/** What words of a question were read as, and the view with them as filters instead of words. */
export type UnderstoodView = { view: LibraryQuery; read: readonly ReadWords[] }

/** The words of a view that may be read as filters: none if all words are required. */
const readableWords = ({ q, match, interpret }: LibraryQuery): string | null =>
  match === 'all' || interpret !== null ? null : q

/** Reads dates, and authors with a year, in the words of a view. */
export const understandView = (query: LibraryQuery, now: Date): UnderstoodView => {
  const words = readableWords(query)
  const reading = words === null ? null : readQuestion(words, calendarDay(now), { ...query, year: query.year[0] })
  if (reading === null) return { view: query, read: [] }
  const { filters, rest, read } = reading
  const isAboutNew = rest === null && filters.addedSince !== undefined
  return { view: { ...query, ...filters, q: rest, sort: query.sort ?? (isAboutNew ? 'added' : undefined) }, read }
}

/** How the words of a request for a view are read now; null if that is the same at any time. */
export const readingNow =
  ({ clock }: { clock: Clock }) =>
  (context: Context): string | null => {
    const { cursor: _position, ...query } = readQuery(context, libraryInput)
    const words = readableWords(query)
    if (words === null || !mayNameTime(words)) return null
    return JSON.stringify(understandView(query, clock.now()).read.map(({ filters }) => filters))
  }

/** A view without one of its facets. */
export const withoutFacet = (query: LibraryQuery, facet: PageFacet): LibraryQuery => ({
  ...query,
  [facet]: EMPTY_LIBRARY_QUERY[facet],
})

/**
 * The search that a reader follows when following a view; null for one with filters that cannot be followed by email, such as several
 * values of a facet. Throws `invalid` for papers like one.
 */
export const toFollowed = (query: LibraryQuery): FollowedPapers | null => {
  refuseLike(query)
  const { query: _query, minLongHorizon: _score, ...filter } = narrowedBy(query)
  const { citedHere, author, authorNames, yearFrom, yearTo, addedSince, oneOf, ...narrowed } = filter
  const isBounded =
    [author, authorNames, yearFrom, yearTo, addedSince, oneOf].some((bound) => bound !== null) || citedHere
  return isBounded ? null : { of: 'papers', q: query.q, ...narrowed }
}
