import { Failure } from '#core/failure.ts'
import { median } from '#core/numbers/median.ts'
import { ndcg, recall, reciprocalRank, type Judgements } from '#core/search/retrieval-metrics.ts'
import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers } from '#queries/search/search-papers.ts'
import type { JudgedQuery } from './read-judged-set.ts'

const DEEPEST = 100

/** A corpus, and the judged document that each of its papers is. */
export type SearchedCorpus = { store: Pick<Store, 'public'>; documentOf: (paper: string) => string }

export type Evaluation = {
  queries: number
  ndcg10: number
  recall20: number
  recall100: number
  mrr: number
  /** The share of queries that found nothing. */
  empty: number
  medianMs: number
}

/** What the search finds, in its order; nothing where it refuses the query. */
const findDocuments = async ({ store, documentOf }: SearchedCorpus, text: string): Promise<string[]> => {
  try {
    const { hits } = await searchPapers(store.public.ranking, { ...unfiltered, text, limit: DEEPEST })
    return hits.map(({ paper }) => documentOf(paper.id))
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return []
    throw error
  }
}

type Outcome = { found: string[]; judged: Judgements; ms: number }

/** How well the search of a corpus answers judged queries. */
export const evaluateSearch = async (corpus: SearchedCorpus, queries: readonly JudgedQuery[]): Promise<Evaluation> => {
  const outcomes: Outcome[] = []
  for (const { text, judged } of queries) {
    const begun = performance.now()
    const found = await findDocuments(corpus, text)
    outcomes.push({ found, judged, ms: performance.now() - begun })
  }
  const mean = (measure: (outcome: Outcome) => number): number =>
    outcomes.reduce((sum, outcome) => sum + measure(outcome), 0) / outcomes.length
  return {
    queries: outcomes.length,
    ndcg10: mean(({ found, judged }) => ndcg(found, judged, 10)),
    recall20: mean(({ found, judged }) => recall(found, judged, 20)),
    recall100: mean(({ found, judged }) => recall(found, judged, DEEPEST)),
    mrr: mean(({ found, judged }) => reciprocalRank(found, judged)),
    empty: mean(({ found }) => (found.length === 0 ? 1 : 0)),
    medianMs: median(outcomes.map(({ ms }) => ms)),
  }
}
