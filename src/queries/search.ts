import { validationFailure } from '#core/failure.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ChoiceFacet } from '#core/search/facet-token.ts'
import { filtersOnly, type RankedFilter } from '#core/search/paper-filter.ts'
import { MAX_RANKED_CHARACTERS, parseRankedQuery, type RankedQuery } from '#core/search/ranking/ranked-query.ts'
import { checkQueryLength } from '#core/search/search-query.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import { findNearPapers } from './fuse-by-meaning.ts'
import {
  unfiltered,
  type Correction,
  type RankedList,
  type RankedPage,
  type RankedRequest,
  type RankingReader,
  type RelatedReader,
} from '#ports/store/ranking.ts'

/** A filter; `yearFrom` and `yearTo` together count as one, `years`. */
type Constraint = keyof RankedFilter | 'years'

/** A variant of an unsuccessful search that finds something: the search without one of its constraints. */
export type Relaxation = { without: Constraint | 'match' | 'operators'; total: number }

/** What may be dropped when nothing is found: filters and the operators of the query, filters only, or nothing. */
type Relaxes = 'all' | 'filters' | 'nothing'

export type SearchInput = Omit<RankedRequest, 'query' | 'near'> & {
  text: string
  relaxes?: Relaxes
  /** Compares the question with papers by meaning, too; by default nothing does. */
  meaning?: MeaningReader | null
}

/** What a search found, and how it understood the query. `semantic`: whether papers were also compared with it by meaning. */
export type Found<Page> = Page & {
  query: RankedQuery
  corrections: Correction[]
  /** A language that the library has no text in, of which the query is. */
  unknownLanguage: string | null
  relaxations: Relaxation[]
  semantic: boolean
}
export type FoundPapers = Found<RankedPage>

/** Searches, with either form of result. */
type Searcher<Page> = Pick<RankingReader, 'correct'> & { search(request: RankedRequest): Promise<Page> }

/** Each one costs a search. */
const MAX_RELAXATIONS = 4

type Relaxed = { without: Relaxation['without']; request: RankedRequest }

type NamedConstraint = { name: Constraint; relaxed: Partial<RankedFilter> }

/** Facets with several values, each a constraint of its own. */
const choicesOf = ({ oneOf }: RankedFilter): NamedConstraint[] => {
  const chosen = Object.entries(oneOf ?? {})
  return chosen.map(([name]) => {
    const others = chosen.filter(([other]) => other !== name)
    return { name: name as ChoiceFacet, relaxed: { oneOf: others.length === 0 ? null : Object.fromEntries(others) } }
  })
}

const constraintsOf = (filter: RankedFilter): NamedConstraint[] => {
  const given = (Object.keys(filter) as (keyof RankedFilter)[]).filter((name) => !filtersOnly({ [name]: filter[name] }))
  const years: readonly Constraint[] = given.filter((name) => name === 'yearFrom' || name === 'yearTo')
  const single = given.filter((name) => name !== 'oneOf' && (years.length < 2 || !years.includes(name)))
  return [
    ...(years.length < 2 ? [] : [{ name: 'years' as const, relaxed: { yearFrom: null, yearTo: null } }]),
    ...single.map((name) => ({ name, relaxed: { [name]: unfiltered.filter[name] } })),
    ...choicesOf(filter),
  ]
}

const relaxedRequests = (request: RankedRequest, relaxes: Relaxes): Relaxed[] => {
  const { query, match, filter } = request
  const filters = constraintsOf(filter).map(({ name, relaxed }): Relaxed => ({
    without: name,
    request: { ...request, filter: { ...filter, ...relaxed } },
  }))
  const words: Relaxed[] = [
    ...(match === 'all' ? [{ without: 'match' as const, request: { ...request, match: 'any' as const } }] : []),
    ...(query.required === null
      ? []
      : [{ without: 'operators' as const, request: { ...request, query: { ...query, required: null } } }]),
  ]
  return relaxes === 'nothing' ? [] : [...(relaxes === 'all' ? words : []), ...filters].slice(0, MAX_RELAXATIONS)
}

const findRelaxations = async (
  ranking: Searcher<{ total: number }>,
  { request, relaxes }: { request: RankedRequest; relaxes: Relaxes },
): Promise<Relaxation[]> => {
  const found: Relaxation[] = []
  for (const { without, request: relaxed } of relaxedRequests(request, relaxes)) {
    const { total } = await ranking.search({ ...relaxed, from: 0, limit: 1 })
    if (total > 0) found.push({ without, total })
  }
  return found
}

/** A question as it is asked, with misspelt words corrected. Throws `invalid`, before anything is read, for a text that is too long. */
export const understandQuestion = async (
  ranking: Pick<RankingReader, 'correct'>,
  text: string,
): Promise<Pick<Found<unknown>, 'query' | 'corrections' | 'unknownLanguage'>> => {
  checkQueryLength(text, MAX_RANKED_CHARACTERS)
  const { text: corrected, corrections, synonyms, kept, language } = await ranking.correct(text)
  return { query: parseRankedQuery(corrected, synonyms, kept), corrections, unknownLanguage: language }
}

/** The words of a paper that explain the hits of a search for papers like it. */
const EXPLAINING_WORDS = 12

/** Without a question, the words of the paper that weigh most stand for it. */
const withLikeness = (query: RankedQuery, { termWeights }: Pick<RankedPage, 'termWeights'>): RankedQuery =>
  query.terms.length > 0
    ? query
    : {
        ...query,
        terms: [...termWeights]
          .map(([term, weight]) => ({ term, weight }))
          .toSorted((a, b) => b.weight - a.weight)
          .slice(0, EXPLAINING_WORDS),
      }

/** The papers that match a query best, with misspelt words corrected. Throws `invalid` for a text that is too long. */
export const searchPapers = async <Page extends Pick<RankedPage, 'total' | 'termWeights'>>(
  ranking: Searcher<Page>,
  { text, relaxes = 'all', meaning = null, ...given }: SearchInput,
): Promise<Found<Page>> => {
  checkQueryLength(text, MAX_RANKED_CHARACTERS)
  // By the words as they were typed: a model knows more of them than the papers have. It is waited for last.
  const comparing = meaning === null ? null : findNearPapers(meaning, parseRankedQuery(text))
  const { query, corrections, unknownLanguage } = await understandQuestion(ranking, text)
  const near = await comparing
  const request = { ...given, query, ...(near === null ? {} : { near }) }
  const page = await ranking.search(request)
  const relaxations = page.total === 0 ? await findRelaxations(ranking, { request, relaxes }) : []
  const explained = (given.like ?? null) === null ? query : withLikeness(query, page)
  return { ...page, query: explained, corrections, unknownLanguage, relaxations, semantic: near !== null }
}

/** The same for lists, which show more of each paper. */
export const searchForList = (ranking: RankingReader, input: SearchInput): Promise<Found<RankedList>> =>
  searchPapers({ search: (request) => ranking.list(request), correct: (text) => ranking.correct(text) }, input)

/** The public paper that similar ones are searched for. Throws `invalid`, alike for a missing paper and one that is not public. */
export const getLikedPaper = async (related: Pick<RelatedReader, 'publicPapers'>, id: string): Promise<Paper> => {
  const [paper] = await related.publicPapers([id])
  if (paper === undefined) throw validationFailure([{ path: 'like', message: 'names no public paper' }])
  return paper
}
