/**
 * Which hits of a ranking are strong. No word is required, so that most papers of a library match a question somehow; what is far
 * weaker than the best answers it only by a common word. Decision 55 has the figures.
 */

/** Hits that the others are compared with: of one alone, a paper that repeats the question would make all others weak. */
const COMPARED_WITH = 10
/** The share of the average score of these that makes a hit strong. */
const STRONG_SHARE = 0.5

type Scored = { score: number }

/**
 * How many of the first hits are strong. Hits that were not scored exactly count only after all that were, and by a score that lacks
 * every bonus of the exact one.
 * @param exact hits that were scored exactly, best first
 * @param further those that follow, by approximate scores
 * @param units what an exact score of 1 is as an approximate one
 */
export const countStrong = (exact: readonly Scored[], further: readonly Scored[], units: number): number => {
  const best = [
    ...exact.slice(0, COMPARED_WITH).map(({ score }) => score),
    ...further.slice(0, Math.max(0, COMPARED_WITH - exact.length)).map(({ score }) => score / units),
  ]
  const least = (STRONG_SHARE * best.reduce((sum, score) => sum + score, 0)) / best.length
  const weak = exact.findIndex(({ score }) => score < least)
  if (weak !== -1) return weak
  const weakFurther = further.findIndex(({ score }) => score < least * units)
  return exact.length + (weakFurther === -1 ? further.length : weakFurther)
}

/**
 * With an order by meaning there is no score that could be compared, only places: as many of the first hits are strong as are by
 * words, and at least this many.
 */
const LEAST_FUSED = 10
export const countStrongFused = (byWords: number): number => Math.max(byWords, LEAST_FUSED)
