/** How much each of many samples counts for another one: the weights of a ridge regression over similarities. */

/** How much a sample's own value is doubted: without it, the regression would repeat the samples, noise included. */
const RIDGE = 0.1
const MOST_STEPS = 200
const EXACT_ENOUGH = 1e-6

const product = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** `target += factor * added`. */
const addScaled = (target: Float64Array, factor: number, added: Float64Array): void => {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + factor * (added[at] ?? 0)
}

/** Solves `(rows + RIDGE) x = given` for rows that are symmetric and no less than zero (conjugate gradients). */
const solve = (rows: readonly Float64Array[], given: Float64Array): Float64Array => {
  const solution = new Float64Array(given.length)
  const residual = given.slice()
  const direction = given.slice()
  const moved = new Float64Array(given.length)
  let left = product(residual, residual)
  const enough = left * EXACT_ENOUGH ** 2
  for (let step = 0; step < MOST_STEPS && left > enough; step += 1) {
    for (const [at, row] of rows.entries()) moved[at] = product(row, direction) + RIDGE * (direction[at] ?? 0)
    const length = left / product(direction, moved)
    addScaled(solution, length, direction)
    addScaled(residual, -length, moved)
    const before = left
    left = product(residual, residual)
    for (let at = 0; at < direction.length; at += 1)
      direction[at] = (residual[at] ?? 0) + (left / before) * (direction[at] ?? 0)
  }
  return solution
}

/**
 * Weights that sum to 1: the estimate of any value is the weighted sum of the samples' values. Where nothing is similar,
 * all count about the same, so that the estimate is their mean.
 * @param rows similarities of the samples among each other
 * @param to their similarities to the one that is estimated
 */
export const sampleWeights = (rows: readonly Float64Array[]): ((to: Float64Array) => Float64Array) => {
  const ones = new Float64Array(rows.length).fill(1)
  const even = solve(rows, ones)
  const sumOf = (weights: Float64Array): number => product(weights, ones)
  return (to) => {
    const weights = solve(rows, to)
    // Holds the sum at 1: a constant is estimated as itself (the intercept of the regression).
    addScaled(weights, (1 - sumOf(weights)) / sumOf(even), even)
    return weights
  }
}
