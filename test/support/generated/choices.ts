import fc, { type Arbitrary } from 'fast-check'

/** One of several, each as often as its weight says. */
export const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Nine times of ten the first. */
export const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> => weighted([9, usual], [1, odd])

/** Given in so many of a hundred cases, null otherwise. */
export const perhaps = <T>(percent: number, value: Arbitrary<T>): Arbitrary<T | null> =>
  weighted<T | null>([percent, value], [100 - percent, fc.constant(null)])
