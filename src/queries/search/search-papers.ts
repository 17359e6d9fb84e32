import { parseRankedQuery, type RankedQuery } from '#core/search/ranking/ranked-query.ts'
import { unfiltered, type Correction, type RankedFilter, type RankedPage } from '#ports/store/ranking.ts'
import type { RankedRequest, RankingReader } from '#ports/store/ranking.ts'

/** What finds something where a search finds nothing: the search without one of its demands. */
export type Relaxation = { without: keyof RankedFilter | 'match' | 'operators'; total: number }

export type SearchInput = Omit<RankedRequest, 'query'> & { text: string }

export type FoundPapers = RankedPage & { query: RankedQuery; corrections: Correction[]; relaxations: Relaxation[] }

/** Each costs a search. */
const MAX_RELAXATIONS = 4

type Relaxed = { without: Relaxation['without']; request: RankedRequest }

const relaxedRequests = (request: RankedRequest): Relaxed[] => {
  const { query, match, filter } = request
  const filters = (Object.keys(filter) as (keyof RankedFilter)[])
    .filter((name) => filter[name] !== null && filter[name] !== false)
    .map((name): Relaxed => ({
      without: name,
      request: { ...request, filter: { ...filter, [name]: unfiltered.filter[name] } },
    }))
  const words: Relaxed[] = [
    ...(match === 'all' ? [{ without: 'match' as const, request: { ...request, match: 'any' as const } }] : []),
    ...(query.required === null
      ? []
      : [{ without: 'operators' as const, request: { ...request, query: { ...query, required: null } } }]),
  ]
  return [...words, ...filters].slice(0, MAX_RELAXATIONS)
}

const findRelaxations = async (ranking: RankingReader, request: RankedRequest): Promise<Relaxation[]> => {
  const found: Relaxation[] = []
  for (const { without, request: relaxed } of relaxedRequests(request)) {
    const { total } = await ranking.search({ ...relaxed, from: 0, limit: 1 })
    if (total > 0) found.push({ without, total })
  }
  return found
}

/** The papers that answer a question best, with misspelt words corrected. Throws `invalid` for a text that is too long. */
export const searchPapers = async (ranking: RankingReader, { text, ...given }: SearchInput): Promise<FoundPapers> => {
  // Refused before anything is read for it.
  parseRankedQuery(text)
  const corrected = await ranking.correct(text)
  const query = parseRankedQuery(corrected.text)
  const request = { ...given, query }
  const page = await ranking.search(request)
  const relaxations = page.total === 0 ? await findRelaxations(ranking, request) : []
  return { ...page, query, corrections: corrected.corrections, relaxations }
}
