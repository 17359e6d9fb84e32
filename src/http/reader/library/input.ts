import { z } from 'zod'
import type { FollowedPapers } from '#core/following/followed-search.ts'
import { filterOf, type LibraryFilter, type RankedFilter, sortOrders } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { filterParameters } from '#schemas/paper-filter.ts'
import { cursorParameter } from '#http/input/query.ts'

const CONTROL = /\p{Cc}/gu

const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim()

/** A view takes authors in its query text. */
const { author: _author, minLongHorizon: _least, hasFullText: _hasText, ...narrowing } = filterParameters

const librarySorts = [...sortOrders, 'best'] as const

/** The query of the library: the whole state of a view is in its address. */
export const libraryInput = z.object({
  q: z
    .string()
    .transform((text) => text.replaceAll(CONTROL, ' '))
    .optional()
    .transform(orNull)
    .meta({
      description:
        'A question in plain words; or words that are all required, with "a phrase", -word, OR, word*, title:, author:, abstract: or topic:.',
      example: 'how do agents keep going for days',
    }),
  match: z
    .enum(['any', 'all'])
    .optional()
    .transform((match) => match ?? null)
    .meta({
      description:
        'any: words affect the ranking, best first. all: every word is required. By default, all if there are operators.',
    }),
  ...narrowing,
  text: z
    .enum(['yes'])
    .optional()
    .transform((text) => text ?? null)
    .meta({ description: 'yes: only papers with a full text here.', example: 'yes' }),
  sort: z
    .enum(librarySorts)
    .optional()
    .meta({ description: 'By default, the best match of a question first, otherwise the best long-horizon score.' }),
  cursor: cursorParameter(),
})

/** The query of a library view, without the position in the list. */
export type LibraryQuery = Omit<z.infer<typeof libraryInput>, 'cursor'>

/** The whole library, in its default order. */
const { cursor: _cursor, ...empty } = libraryInput.parse({})
export const EMPTY_LIBRARY_QUERY: LibraryQuery = empty

/** The filter of a ranking for the same parameters. */
export const toRankedFilter = ({ year, text, ...given }: LibraryQuery): RankedFilter => ({
  ...filterOf(given),
  yearFrom: year === null ? given.yearFrom : Math.max(year, given.yearFrom ?? year),
  yearTo: year === null ? given.yearTo : Math.min(year, given.yearTo ?? year),
  withText: text === 'yes',
})

/** Throws `invalid` for a query of too many words or characters. */
export const toLibraryFilter = ({ q, text, ...given }: LibraryQuery): LibraryFilter => ({
  ...filterOf(given),
  query: q === null ? null : parseSearchQuery(q),
  withText: text === 'yes',
})

/** The bounds of a view in time. */
export const timeBounds = ['yearFrom', 'yearTo', 'addedSince'] as const

/** The search that a reader follows when following a view; null for one with bounds in time, which cannot be followed by email. */
export const toFollowed = ({ q, text, match: _match, sort: _sort, ...given }: LibraryQuery): FollowedPapers | null => {
  const { yearFrom, yearTo, addedSince, ...narrowed } = given
  const isBounded = [yearFrom, yearTo, addedSince].some((bound) => bound !== null)
  return isBounded ? null : { of: 'papers', q, ...narrowed, withText: text === 'yes' }
}
