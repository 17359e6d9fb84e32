import { randomInt } from 'node:crypto'
import fc, { type Arbitrary } from 'fast-check'

/** Chance that can be repeated: the same seed gives the same numbers. */
export type Random = {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** Whether something happens that happens once in `times`. */
  onceIn(times: number): boolean
}

/** The seed of a test: `usual`, or another in each run. TEST_SEED repeats an earlier run. */
export const testSeed = (usual?: number): number => {
  const { TEST_SEED: given = '' } = process.env
  if (given === '') return usual ?? randomInt(2 ** 31)
  if (!/^\d{1,10}$/u.test(given)) throw new Error(`TEST_SEED must be a whole number, not ${given}`)
  return Number(given)
}

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

/** One of several, each as often as its weight says. */
export const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Nine times of ten the first. */
export const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> => weighted([9, usual], [1, odd])

/** Present in this percentage of cases, null otherwise. */
export const perhaps = <T>(percent: number, value: Arbitrary<T>): Arbitrary<T | null> =>
  weighted<T | null>([percent, value], [100 - percent, fc.constant(null)])
