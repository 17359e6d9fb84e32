import { randomInt } from 'node:crypto'

/** Chance that can be repeated: the same seed gives the same numbers. */
export type Random = {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** Whether something happens that happens once in `times`. */
  onceIn(times: number): boolean
}

/** A seed for this run; `TEST_SEED` repeats an earlier one. */
export const freshSeed = (): number => Number(process.env.TEST_SEED ?? randomInt(2 ** 31))

/** The generator known as mulberry32. */
export const seededRandom = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return { between, onceIn: (times) => between(1, times) === 1 }
}
