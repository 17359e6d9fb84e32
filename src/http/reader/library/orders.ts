import { parseSearchQuery } from '#core/search/search-query.ts'
import type { SortOrder } from '#core/search/paper-filter.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { RankedSort } from '#ports/store/ranking.ts'
import type { LibraryQuery } from './input.ts'
import { libraryUrl } from './present.ts'

/** Whether a text is short enough for a search that requires all of its words. */
export const isWithinLimits = (q: string): boolean => {
  try {
    parseSearchQuery(q)
    return true
  } catch {
    return false
  }
}

/**
 * Whether words affect the ranking instead of being required: they do if there are no operators, or more words than a search
 * for all of them allows. Papers like one are always ranked. Throws `invalid` for a text that is too long for either.
 */
export const isRanked = (query: LibraryQuery): boolean => {
  const { q, match, like } = query
  if (like !== null) return true
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
  added: 'added',
}

export const rankedSort = ({ sort }: LibraryQuery): RankedSort => rankedSorts[sort ?? 'best']

/** The order of a list; where every word is required, the best match means relevance. */
export const listOrder = ({ sort }: LibraryQuery): SortOrder =>
  sort === 'best' ? 'relevance' : (sort ?? 'long-horizon')

export type OrderLink = { name: string; isChosen: boolean; address: string }

/** Papers by the day on which they became public here, latest first; and by their year of publication. */
const NEW_HERE = 'new here'
const BY_YEAR = 'newest by year'

/** In the order in which they are offered. */
const listNames: Record<SortOrder, string> = {
  added: NEW_HERE,
  'long-horizon': 'long-horizon score',
  enterprise: 'enterprise score',
  newest: BY_YEAR,
  relevance: 'relevance',
}

/**
 * Orders to choose from; relevance only applies to a search.
 * @param view the query with the filters that were read in its words
 */
export const listOrderLinks = (query: LibraryQuery, view: LibraryQuery): OrderLink[] => {
  const chosen = listOrder(view)
  return (Object.keys(listNames) as SortOrder[])
    .filter((name) => name !== 'relevance' || view.q !== null)
    .map((name) => ({
      name: listNames[name],
      isChosen: name === chosen,
      // An order that was read in the words is the default there.
      address: libraryUrl(query, { sort: name === 'long-horizon' && view.sort === query.sort ? undefined : name }),
    }))
}

/** The order of a ranked list, as its result line says it. */
export const rankedOrderNames: Record<RankedSort, string> = {
  best: 'best match',
  longHorizon: 'by long-horizon score',
  enterprise: 'by enterprise score',
  newest: BY_YEAR,
  added: `${NEW_HERE} first`,
}

const rankedChoices = {
  added: NEW_HERE,
  best: 'best match',
  'long-horizon': 'long-horizon score',
  enterprise: 'enterprise score',
  newest: BY_YEAR,
} as const

export const rankedOrderLinks = (query: LibraryQuery): OrderLink[] =>
  (Object.keys(rankedChoices) as (keyof typeof rankedChoices)[]).map((name) => ({
    name: rankedChoices[name],
    isChosen: rankedSorts[name] === rankedSort(query),
    address: libraryUrl(query, { sort: name === 'best' ? undefined : name }),
  }))
