import { noBibliography } from '#core/papers/bibliography.ts'
import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import type { Chapter } from '#core/papers/chapter.ts'

/** Generated papers with word frequencies as in real text (Zipf), the same for the same seed. */

const WORDS = 60_000
const CONCEPTS = 400
const FIRST_YEAR = 2015

/** A small, fast generator of numbers in [0, 1) (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const SYLLABLES = [
  'ra',
  'me',
  'ti',
  'lo',
  'pu',
  'ska',
  'ne',
  'vi',
  'dor',
  'gan',
  'bel',
  'cho',
  'fra',
  'zu',
  'pli',
  'tor',
]

/** The n-th word of the generated language; 0 is the most frequent. */
export const wordAt = (rank: number): string => {
  let word = ''
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

/** Rank 0 occurs in about half of all papers, rank 10 in a few percent, rank 10,000 in a few per million words. */
const zipfRank = (random: () => number): number => Math.floor(Math.exp(random() * Math.log(WORDS + 1)) - 1)

const text = (random: () => number, length: number): string =>
  Array.from({ length }, () => wordAt(zipfRank(random))).join(' ')

const pick = <T>(random: () => number, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

/** @param from the number in the id of the first paper */
export function* generatePapers(count: number, seed = 47, from = 1): Generator<PaperWithText> {
  const random = randomFrom(seed + from)
  for (let number = from; number < from + count; number += 1) {
    const concepts = new Set(Array.from({ length: 3 }, () => `concept ${wordAt(Math.floor(random() ** 2 * CONCEPTS))}`))
    yield {
      id: `p${number}`,
      title: text(random, 8),
      authors: Array.from({ length: 1 + Math.floor(random() * 6) }, () => text(random, 2)),
      year: FIRST_YEAR + Math.floor(random() * 12),
      institution: random() < 0.5 ? text(random, 2) : null,
      url: `https://host${Math.floor(random() * 200)}.example/${number}`,
      abstract: text(random, 110),
      chapter: (1 + Math.floor(random() * 7)) as Chapter,
      type: pick(random, researchTypes),
      longHorizon: random() < 0.02 ? null : Math.round(random() * 100) * 10_000,
      enterprise: Math.round(random() * 100) * 10_000,
      topics: [wordAt(Math.floor(random() * 40)), wordAt(Math.floor(random() * 40))],
      concepts: [...concepts],
      frameworks: random() < 0.3 ? [wordAt(Math.floor(random() * 30))] : [],
      commentary: text(random, 25),
      storageUrl: null,
      ...noBibliography,
      fullText: null,
    }
  }
}
