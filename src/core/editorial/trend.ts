/** Trend labels of concepts (contract 2.6) and the rule that gives them. */
export const trends = ['emerging', 'growing', 'stable'] as const
export type Trend = (typeof trends)[number]

/** How much larger the share must be now for a concept to count as growing: 5 of now to 4 of before. */
const GROWTH_RATIO = { now: 5, before: 4 }
export const GROWTH_FACTOR = GROWTH_RATIO.now / GROWTH_RATIO.before

/** The years that are compared: Y-1 and Y with Y-3 and Y-2, Y being the newest year in the corpus. */
export type TrendWindow = { newest: number; recent: [number, number]; before: [number, number] }

export const trendWindow = (newest: number): TrendWindow => ({
  newest,
  recent: [newest - 1, newest],
  before: [newest - 3, newest - 2],
})

/** Papers of one concept, or of the whole corpus, in the two spans. */
export type PeriodCounts = { recent: number; before: number }

export type TrendEvidence = {
  trend: Trend
  window: TrendWindow
  concept: PeriodCounts & { oldestYear: number }
  corpus: PeriodCounts
  shares: PeriodCounts
  /** Share now over share before; null when the concept had no share before. */
  factor: number | null
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/**
 * Emerging: no paper of the concept is older than Y-1. Growing: its share of all recent papers is at least
 * GROWTH_FACTOR times its share of all papers before. Stable: all else, also a concept without any recent paper.
 */
export const evaluateTrend = (
  window: TrendWindow,
  concept: PeriodCounts & { oldestYear: number },
  corpus: PeriodCounts,
): TrendEvidence => {
  const shares = { recent: share(concept.recent, corpus.recent), before: share(concept.before, corpus.before) }
  // Compared in whole numbers, so that a share of exactly that factor counts.
  const recent = concept.recent * corpus.before * GROWTH_RATIO.before
  const grown = concept.recent > 0 && recent >= concept.before * corpus.recent * GROWTH_RATIO.now
  const trend = concept.oldestYear >= window.recent[0] ? 'emerging' : grown ? 'growing' : 'stable'
  return { trend, window, concept, corpus, shares, factor: shares.before === 0 ? null : shares.recent / shares.before }
}
