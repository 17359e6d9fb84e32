/**
 * Scores are stored as whole millionths, so that both wire scales (0 to 1 and 0 to 10, contract 1.2) derive from one integer
 * without binary rounding noise.
 */
export type Millionths = number

export const SCORE_MAX: Millionths = 1_000_000

/** From the 0 to 1 scale. */
export const toMillionths = (score: number): Millionths => Math.round(score * SCORE_MAX)

/** The 0 to 1 scale of the corpus API. */
export const toUnit = (score: Millionths): number => score / SCORE_MAX

/** The 0 to 10 scale of the agent API. */
export const toTen = (score: Millionths): number => score / (SCORE_MAX / 10)

/** Whole hundredths of the 0 to 1 scale, as pages show them. */
export const toHundredths = (score: Millionths): number => Math.round((score * 100) / SCORE_MAX)

/** The lowest stored score that satisfies an inclusive lower bound on the 0 to 10 scale. */
export const boundFromTen = (bound: number): Millionths => Math.ceil(Number((bound * (SCORE_MAX / 10)).toFixed(4)))

/**
 * A unique integer that ascends in public order: longHorizonScore descending, papers without a score last, ties by age in the
 * corpus. It is the row id of the search index, so that a search reads only what it shows.
 */
export type RankKey = number

export const SEQ_RANGE = 2 ** 32

/** @param seq the position of the paper in order of storage, 1 to 2^32 - 1 */
export const rankKey = (score: Millionths | null, seq: number): RankKey =>
  (score === null ? SCORE_MAX + 1 : SCORE_MAX - score) * SEQ_RANGE + seq

/** The first rank key after every paper with at least this score. */
export const rankKeyAfterScore = (score: Millionths): RankKey => (SCORE_MAX - score + 1) * SEQ_RANGE

/** The score of a rank key; null for papers without one. */
export const scoreOfRankKey = (key: RankKey): Millionths | null => {
  const missing = Math.floor(key / SEQ_RANGE)
  return missing > SCORE_MAX ? null : SCORE_MAX - missing
}

/** The sequence number in a rank key. */
export const seqOf = (key: RankKey): number => key % SEQ_RANGE
