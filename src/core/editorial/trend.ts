/** Trend labels of concepts (contract 2.6). */
export const trends = ['emerging', 'growing', 'stable'] as const
export type Trend = (typeof trends)[number]

/** A concept is growing if its recent share is at least 5/4 of its earlier share. */
const GROWTH_RATIO = { now: 5, before: 4 }
export const GROWTH_FACTOR = GROWTH_RATIO.now / GROWTH_RATIO.before

/** Pages show no label for a concept with fewer papers: one more or less would change it. The contract's field keeps it. */
export const LEAST_PAPERS_OF_TREND = 8

/** The label as pages show it; null where there are too few papers to tell. */
export const shownTrend = (papers: number, trend: Trend): Trend | null =>
  papers < LEAST_PAPERS_OF_TREND ? null : trend

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

/** The numbers behind the trend of a concept at the end of a week, or as they are in this one. Kept when they change. */
export type TrendWeek = { week: string; trend: Trend; newest: number; concept: PeriodCounts; corpus: PeriodCounts }

/** A week in which a concept got another label, with the numbers of both. */
export type TrendFlip = { from: TrendWeek; to: TrendWeek }

/** Whether two weeks have the same label by the same numbers. */
export const isSameTrend = (one: TrendWeek, other: TrendWeek): boolean =>
  one.trend === other.trend &&
  one.newest === other.newest &&
  one.concept.recent === other.concept.recent &&
  one.concept.before === other.concept.before &&
  one.corpus.recent === other.corpus.recent &&
  one.corpus.before === other.corpus.before

/** The changes of the label of a concept, latest first; `weeks` are oldest first. */
export const trendFlips = (weeks: readonly TrendWeek[]): TrendFlip[] =>
  weeks
    .flatMap((to, index) => {
      const from = weeks[index - 1]
      return from === undefined || from.trend === to.trend ? [] : [{ from, to }]
    })
    .toReversed()
