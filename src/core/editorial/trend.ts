/** Trend labels of concepts (contract 2.6). */
export const trends = ['emerging', 'growing', 'stable'] as const
export type Trend = (typeof trends)[number]

/** A concept is growing if its recent share is at least 5/4 of its earlier share. */
const GROWTH_RATIO = { now: 5, before: 4 }
export const GROWTH_FACTOR = GROWTH_RATIO.now / GROWTH_RATIO.before

/** The years compared: Y-1 and Y with Y-3 and Y-2, where Y is the newest year in the corpus. */
export type TrendWindow = { newest: number; recent: [number, number]; before: [number, number] }

export const trendWindow = (newest: number): TrendWindow => ({
  newest,
  recent: [newest - 1, newest],
  before: [newest - 3, newest - 2],
})

/** Papers of one concept, or of the whole corpus, in both periods. */
export type PeriodCounts = { recent: number; before: number }

export type TrendEvidence = {
  trend: Trend
  window: TrendWindow
  concept: PeriodCounts & { oldestYear: number }
  corpus: PeriodCounts
  shares: PeriodCounts
  /** Recent share divided by earlier share; null when there was none. */
  factor: number | null
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/**
 * Emerging: no paper of the concept is older than Y-1. Growing: its share of recent papers is at least GROWTH_FACTOR times its
 * share of earlier papers. Stable: anything else, including a concept without recent papers.
 */
export const evaluateTrend = (
  window: TrendWindow,
  concept: PeriodCounts & { oldestYear: number },
  corpus: PeriodCounts,
): TrendEvidence => {
  const shares = { recent: share(concept.recent, corpus.recent), before: share(concept.before, corpus.before) }
  // Compared as integers, so that a ratio of exactly that factor counts.
  const recent = concept.recent * corpus.before * GROWTH_RATIO.before
  const grown = concept.recent > 0 && recent >= concept.before * corpus.recent * GROWTH_RATIO.now
  const trend = concept.oldestYear >= window.recent[0] ? 'emerging' : grown ? 'growing' : 'stable'
  return { trend, window, concept, corpus, shares, factor: shares.before === 0 ? null : shares.recent / shares.before }
}
