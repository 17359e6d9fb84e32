/**
 * Scores are kept as whole millionths, so that both scales of the wire (0 to 1 and 0 to 10, contract 1.2)
 * come out of one integer without binary rounding noise.
 */
export type Millionths = number

export const SCORE_MAX: Millionths = 1_000_000

/** A score of the 0 to 1 scale. */
export const toMillionths = (score: number): Millionths => Math.round(score * SCORE_MAX)

/** The 0 to 1 scale of the corpus API. */
export const toUnit = (score: Millionths): number => score / SCORE_MAX

/** The 0 to 10 scale of the agent API. */
export const toTen = (score: Millionths): number => score / (SCORE_MAX / 10)

/** Whole hundredths of the 0 to 1 scale, as pages show them. */
export const toHundredths = (score: Millionths): number => Math.round((score * 100) / SCORE_MAX)

/** The least stored score that an inclusive bound on the 0 to 10 scale lets through. */
export const boundFromTen = (bound: number): Millionths => Math.ceil(Number((bound * (SCORE_MAX / 10)).toFixed(4)))
