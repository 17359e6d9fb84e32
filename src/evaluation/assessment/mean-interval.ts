/** A mean with the range that holds it nineteen times out of twenty, if the papers had been others of their kind. */
export type Interval = { value: number; low: number; high: number }

/** An outcome of one paper: `sum` of `count`, so that a share over all papers is one of sums. */
export type Outcome = { sum: number; count: number }

const RESAMPLES = 2_000
const TAIL = 0.025
const SEED = 20_261_122

/** A small generator of whole numbers below a bound, the same in each run (mulberry32). */
const drawer = (): ((bound: number) => number) => {
  let state = SEED
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

const share = (sum: number, count: number): number => (count === 0 ? 0 : sum / count)

/** The percentile bootstrap over papers. */
export const meanInterval = (outcomes: readonly Outcome[]): Interval => {
  const draw = drawer()
  const means = Array.from({ length: RESAMPLES }, () => {
    let [sum, count] = [0, 0]
    for (let drawn = 0; drawn < outcomes.length; drawn += 1) {
      const outcome = outcomes[draw(outcomes.length)]
      sum += outcome?.sum ?? 0
      count += outcome?.count ?? 0
    }
    return share(sum, count)
  }).toSorted((a, b) => a - b)
  const at = (part: number): number => means[Math.floor(part * (RESAMPLES - 1))] ?? 0
  const total = (of: keyof Outcome): number => outcomes.reduce((sum, outcome) => sum + outcome[of], 0)
  return { value: share(total('sum'), total('count')), low: at(TAIL), high: at(1 - TAIL) }
}
