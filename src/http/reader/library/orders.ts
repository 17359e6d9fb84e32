import { parseSearchQuery } from '#core/search/search-query.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { RankedSort } from '#ports/store/ranking.ts'
import type { LibraryQuery } from './input.ts'
import { libraryUrl } from './present.ts'

/** Whether a search ranks or requires every word, and in which order it shows what it finds. */

/** A query with words to search for. */
export type WordQuery = LibraryQuery & { q: string }

/** Whether a search can require all words of a text. */
export const isWithinLimits = (q: string): boolean => {
  try {
    parseSearchQuery(q)
    return true
  } catch {
    return false
  }
}

/**
 * Whether words rank instead of being required: where there are no operators, or more words than a search for all of them
 * takes. Throws `invalid` for a text that is too long for either.
 */
export const isRanked = (query: LibraryQuery): query is WordQuery => {
  const { q, match } = query
  if (q === null || match === 'all') return false
  const { required } = parseRankedQuery(q)
  return match === 'any' || required === null || !isWithinLimits(q)
}

const rankedSorts: Record<NonNullable<LibraryQuery['sort']>, RankedSort> = {
  best: 'best',
  relevance: 'best',
  'long-horizon': 'longHorizon',
  enterprise: 'enterprise',
  newest: 'newest',
}

export const rankedSort = ({ sort }: LibraryQuery): RankedSort => rankedSorts[sort ?? 'best']

/** The order of a list; the best match of one that requires every word is its relevance. */
export const listOrder = ({ sort }: LibraryQuery): SortOrder =>
  sort === 'best' ? 'relevance' : (sort ?? 'long-horizon')

export type OrderLink = { name: string; isChosen: boolean; address: string }

const listNames: Record<SortOrder, string> = {
  'long-horizon': 'long-horizon score',
  enterprise: 'enterprise score',
  newest: 'newest',
  relevance: 'relevance',
}

/** Orders to choose from; relevance means something only for a search. */
export const listOrderLinks = (asked: LibraryQuery): OrderLink[] => {
  const chosen = listOrder(asked)
  return (Object.keys(listNames) as SortOrder[])
    .filter((name) => name !== 'relevance' || asked.q !== null)
    .map((name) => ({
      name: listNames[name],
      isChosen: name === chosen,
      address: libraryUrl(asked, { sort: name === 'long-horizon' ? undefined : name }),
    }))
}

/** How a list of ranked papers says its order. */
export const rankedOrderNames: Record<RankedSort, string> = {
  best: 'best match',
  longHorizon: 'by long-horizon score',
  enterprise: 'by enterprise score',
  newest: 'newest first',
}

const rankedChoices = {
  best: 'best match',
  'long-horizon': 'long-horizon score',
  enterprise: 'enterprise score',
  newest: 'newest',
} as const

export const rankedOrderLinks = (asked: LibraryQuery): OrderLink[] =>
  (Object.keys(rankedChoices) as (keyof typeof rankedChoices)[]).map((name) => ({
    name: rankedChoices[name],
    isChosen: rankedSorts[name] === rankedSort(asked),
    address: libraryUrl(asked, { sort: name === 'best' ? undefined : name }),
  }))
