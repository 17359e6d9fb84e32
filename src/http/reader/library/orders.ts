import { parseSearchQuery } from '#core/search/search-query.ts'
import { findScore, kindOf, type ShownScores } from '#core/papers/shown-scores.ts'
import { scoreOrders, usualOrder } from '#core/search/usual-order.ts'
import type { ScoreSetting } from '#core/settings.ts'
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
  cited: 'cited',
}

/** The order that was chosen; null for none, and for that of a score that the library does not show. */
const chosenSort = ({ sort }: LibraryQuery, scores: ShownScores): LibraryQuery['sort'] | null =>
  sort === undefined ||
  (sort === 'long-horizon' && findScore(scores, 'longHorizon') === undefined) ||
  (sort === 'enterprise' && findScore(scores, 'enterprise') === undefined)
    ? null
    : sort

export const rankedSort = (query: LibraryQuery, scores: ShownScores): RankedSort =>
  rankedSorts[chosenSort(query, scores) ?? 'best']

/** The order of a list; where every word is required, the best match means relevance. */
export const listOrder = (query: LibraryQuery, scores: ShownScores): SortOrder => {
  const sort = chosenSort(query, scores) ?? usualOrder(scores)
  return sort === 'best' ? 'relevance' : sort
}

/** The score that the entries of a list show: the one they are sorted by, or else the first. */
export const scoreOfList = (query: LibraryQuery, scores: ShownScores): ScoreSetting | undefined =>
  scores.find((score) => scoreOrders[kindOf(score)] === query.sort) ?? scores[0]

export type OrderLink = { name: string; isChosen: boolean; address: string }

/** Papers by the day on which they became public here, latest first; by the papers here that cite them; and by year. */
const NEW_HERE = 'new here'
export const CITED_HERE = 'cited here'
const BY_YEAR = 'newest by year'

/** What a library offers orders by. */
export type OrderChoices = { scores: ShownScores; hasCitations: boolean }

type Choice<Name> = { sort: Name; name: string }

const scoreChoices = (scores: ShownScores): Choice<'long-horizon' | 'enterprise'>[] =>
  scores.map((score) => ({ sort: scoreOrders[kindOf(score)], name: score.name }))

/** In the order in which they are offered. */
const listChoices = (scores: ShownScores): Choice<SortOrder>[] => [
  { sort: 'added', name: NEW_HERE },
  ...scoreChoices(scores),
  { sort: 'newest', name: BY_YEAR },
  { sort: 'cited', name: CITED_HERE },
  { sort: 'relevance', name: 'relevance' },
]

/**
 * Orders to choose from; relevance only applies to a search, and citations only where there are any.
 * @param view the query with the filters that were read in its words
 */
export const listOrderLinks = (
  query: LibraryQuery,
  view: LibraryQuery,
  { scores, hasCitations }: OrderChoices,
): OrderLink[] => {
  const chosen = listOrder(view, scores)
  const usual = usualOrder(scores)
  return listChoices(scores)
    .filter(({ sort }) => sort !== 'relevance' || view.q !== null)
    .filter(({ sort }) => sort !== 'cited' || hasCitations || sort === chosen)
    .map(({ sort, name }) => ({
      name,
      isChosen: sort === chosen,
      // An order that was read in the words is the default there.
      address: libraryUrl(query, { sort: sort === usual && view.sort === query.sort ? undefined : sort }),
    }))
}

export const BEST_MATCH = 'best match'

/** The order of a ranked list, as its result line says it. */
export const rankedOrderName = (sort: RankedSort, scores: ShownScores): string => {
  if (sort === 'best') return BEST_MATCH
  if (sort === 'newest') return BY_YEAR
  if (sort === 'cited') return `most ${CITED_HERE} first`
  return sort === 'added' ? `${NEW_HERE} first` : `by ${findScore(scores, sort)?.name ?? ''}`
}

const rankedChoices = (scores: ShownScores): Choice<NonNullable<LibraryQuery['sort']>>[] => [
  { sort: 'added', name: NEW_HERE },
  { sort: 'best', name: BEST_MATCH },
  ...scoreChoices(scores),
  { sort: 'newest', name: BY_YEAR },
  { sort: 'cited', name: CITED_HERE },
]

export const rankedOrderLinks = (query: LibraryQuery, { scores, hasCitations }: OrderChoices): OrderLink[] =>
  rankedChoices(scores)
    .map(({ sort, name }) => ({
      name,
      sort,
      isChosen: rankedSorts[sort] === rankedSort(query, scores),
      address: libraryUrl(query, { sort: sort === 'best' ? undefined : sort }),
    }))
    .filter(({ sort, isChosen }) => sort !== 'cited' || hasCitations || isChosen)
    .map(({ sort: _sort, ...link }) => link)
