import type { ConceptWithTrend, ConceptTimeline } from '#core/editorial/concept.ts'
import { evaluateTrend } from '#core/editorial/trend.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'

const listTrends = async (reader: PublicReader): Promise<ConceptWithTrend[]> => {
  const counted = await reader.concepts.list()
  if (counted === null) return []
  const { window, corpus, concepts } = counted
  return concepts.map((counts) => ({ ...counts, evidence: evaluateTrend(window, counts, corpus) }))
}

/** All concepts of public papers with their trends, most papers first. */
export type ConceptTrends = () => Promise<readonly ConceptWithTrend[]>

/** Reads and evaluates the concepts once for each corpus revision, however many pages and lists show them. */
export const conceptTrends = (store: Pick<Store, 'public' | 'currentRevision'>): ConceptTrends => {
  let cached: { revision: number; trends: Promise<ConceptWithTrend[]> } | null = null
  return () => {
    const revision = store.currentRevision()
    if (cached?.revision !== revision) {
      const trends = listTrends(store.public)
      cached = { revision, trends }
      // The next caller reads again after a failure; this one gets the failure.
      trends.catch(() => {
        if (cached?.trends === trends) cached = null
      })
    }
    return cached.trends
  }
}

/** One concept with its trend: only its own years are read, and those of the corpus. */
export const withTrend = ({ counts, window, corpus }: ConceptTimeline): ConceptWithTrend => ({
  ...counts,
  evidence: evaluateTrend(window, counts, corpus),
})
