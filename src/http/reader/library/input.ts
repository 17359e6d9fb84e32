import { z } from 'zod'
import type { FollowedPapers } from '#core/following/followed-search.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { sortOrders } from '#core/search/sort-order.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { unfiltered, type RankedFilter } from '#ports/store/ranking.ts'
import { textError } from '#core/text/normalize-text.ts'
import { chapterParameter, cursorParameter } from '#http/input/query.ts'

const CONTROL = /\p{Cc}/gu

const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim()

const name = (most: number, described: { description: string; example: string }) =>
  z
    .string()
    .max(most)
    .superRefine((text, context) => {
      const error = textError(text, 'line')
      if (error !== null) context.addIssue({ code: 'custom', message: error })
    })
    .optional()
    .transform(orNull)
    .meta(described)

/** Query of the library; all of a view is in its address. */
const librarySorts = [...sortOrders, 'best'] as const

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
      description: 'any: words rank, best first. all: every word is required. Without it, all beside operators.',
    }),
  chapter: chapterParameter(),
  year: z
    .string()
    .regex(/^\d{4}$/u, { error: 'must be a year, such as 2025' })
    .transform(Number)
    .optional()
    .transform((year) => year ?? null)
    .meta({ description: 'Only papers of this year.', example: '2025' }),
  type: z
    .enum(researchTypes)
    .optional()
    .transform((type) => type ?? null)
    .meta({ description: 'Only papers of this research type.', example: 'benchmark' }),
  concept: name(200, { description: 'Only papers about the concept with this id.', example: 'time-horizon' }),
  institution: name(500, { description: 'Only papers of this institution, by its name.', example: 'METR' }),
  text: z
    .enum(['yes'])
    .optional()
    .transform((text) => text ?? null)
    .meta({ description: 'yes: only papers with a full text here.', example: 'yes' }),
  sort: z
    .enum(librarySorts)
    .optional()
    .meta({ description: 'Without it, the best match of a question first, else the best long-horizon score.' }),
  cursor: cursorParameter(),
})

/** The query of a library view, without the position in the list. */
export type LibraryQuery = Omit<z.infer<typeof libraryInput>, 'cursor'>

/** The whole library, in its default order. */
export const EMPTY_LIBRARY_QUERY: LibraryQuery = {
  q: null,
  match: null,
  chapter: null,
  year: null,
  type: null,
  concept: null,
  institution: null,
  text: null,
  sort: undefined,
}

/** What a ranking is narrowed down to by the same parameters. */
export const toRankedFilter = ({ chapter, year, type, concept, institution, text }: LibraryQuery): RankedFilter => ({
  ...unfiltered.filter,
  chapter,
  type,
  concept,
  institution,
  yearFrom: year,
  yearTo: year,
  withText: text === 'yes',
})

/** What a view is narrowed to beside its words. */
const narrowing = ({ chapter, year, type, concept, institution, text }: LibraryQuery) => ({
  chapter,
  year,
  type,
  concept,
  institution,
  withText: text === 'yes',
})

/** Throws `invalid` for a query of too many words or characters. */
export const toLibraryFilter = (query: LibraryQuery): LibraryFilter => ({
  query: query.q === null ? null : parseSearchQuery(query.q),
  ...narrowing(query),
})

/** The search that somebody follows who follows a view. */
export const toFollowed = (query: LibraryQuery): FollowedPapers => ({ of: 'papers', q: query.q, ...narrowing(query) })
