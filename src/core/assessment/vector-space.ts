import type { Paper } from '#core/papers/paper.ts'
import { STOP_WORDS } from '#core/search/ranking/stop-words.ts'
import {
  BREAK,
  packWords,
  unpackWords,
  wordNumber,
  rankedWords,
  type RankedWords,
} from '#core/search/ranking/ranked-words.ts'
import { fold, tokenize } from '#core/text/tokenize.ts'

/** Papers as TF-IDF vectors of length 1, whose similarity is their dot product. */

/** Terms in fewer papers are ignored. */
const MIN_PAPERS = 3
/** The share of title n-grams in the similarity of two papers. */
const PIECE_SHARE = 0.15

type Counts = ReadonlyMap<number, number>
type Weights = Map<number, number>

/** The papers with each term, and its weight in them. */
type Postings = Map<number, { papers: number[]; weights: number[] }>

const weigh = (counts: Counts, rarityOf: (term: number) => number, share: number): Weights => {
  const weights: Weights = new Map()
  let squares = 0
  for (const [term, count] of counts) {
    const weight = (count >= 1 ? 1 + Math.log(count) : count) * rarityOf(term)
    if (weight <= 0) continue
    weights.set(term, weight)
    squares += weight * weight
  }
  const scale = squares === 0 ? 0 : Math.sqrt(share / squares)
  for (const [term, weight] of weights) weights.set(term, weight * scale)
  return weights
}

/** One kind of terms. Document frequencies count the samples and the paper that is compared with them. */
const termSpace = (samples: readonly Counts[], share: number) => {
  const frequencies = new Map<number, number>()
  for (const counts of samples)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  const all = samples.length + 1
  const rarity = (having: number): number => (having < MIN_PAPERS ? 0 : Math.log((all + 1) / having))
  const vectors = samples.map((counts) => weigh(counts, (term) => rarity(frequencies.get(term) ?? 0), share))
  const postings: Postings = new Map()
  for (const [paper, weights] of vectors.entries())
    for (const [term, weight] of weights) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, { papers: [paper], weights: [weight] })
      else {
        list.papers.push(paper)
        list.weights.push(weight)
      }
    }
  const addLikeness = (row: Float64Array, weights: Weights): void => {
    for (const [term, weight] of weights) {
      const { papers = [], weights: others = [] } = postings.get(term) ?? {}
      for (let at = 0; at < papers.length; at += 1) {
        const paper = papers[at] ?? 0
        row[paper] = (row[paper] ?? 0) + weight * (others[at] ?? 0)
      }
    }
  }
  return {
    addLikenessOf: (row: Float64Array, paper: number) => addLikeness(row, vectors[paper] ?? new Map()),
    // The compared paper itself also has the term.
    addLikenessTo: (row: Float64Array, counts: Counts) =>
      addLikeness(
        row,
        weigh(counts, (term) => (frequencies.has(term) ? rarity((frequencies.get(term) ?? 0) + 1) : 0), share),
      ),
  }
}

export type VectorSpace = {
  /** The similarity matrix of the samples. */
  similarities(): Float64Array[]
  /** The similarity of another paper to each sample. */
  similaritiesTo(terms: SampleTerms): Float64Array
}

export const vectorSpace = (samples: readonly SampleTerms[]): VectorSpace => {
  const words = termSpace(
    samples.map((terms) => terms.words),
    1 - PIECE_SHARE,
  )
  const pieces = termSpace(
    samples.map((terms) => terms.pieces),
    PIECE_SHARE,
  )
  return {
    similarities: () =>
      samples.map((_, paper) => {
        const row = new Float64Array(samples.length)
        words.addLikenessOf(row, paper)
        pieces.addLikenessOf(row, paper)
        return row
      }),
    similaritiesTo: (terms) => {
      const row = new Float64Array(samples.length)
      words.addLikenessTo(row, terms.words)
      pieces.addLikenessTo(row, terms.pieces)
      return row
    },
  }
}

/** Papers are compared by words, bigrams, and character n-grams of the title. */

/** A paper with its words as the ranking stores them. */
export type PaperSample = { paper: Paper; words: RankedWords<number> }

/** Weighted counts of words and bigrams, and title n-grams, all by number. */
type SampleTerms = { words: ReadonlyMap<number, number>; pieces: ReadonlyMap<number, number> }

/** The weight of a word in the title relative to one in the abstract. */
const TITLE_WEIGHT = 2
/** Less than 1, since a bigram partly repeats its words. */
const PAIR_WEIGHT = 0.5
/** The n of the n-grams, by which AgentBench and SWE-bench have something in common. */
const PIECE_LENGTH = 5
/** Bigrams are numbered above words. */
const WORD_RANGE = 2 ** 32
const FNV_PRIME = 0x01000193

const fillers = new Set(Array.from(STOP_WORDS, wordNumber)).add(BREAK)

const pairNumber = (first: number, second: number): number =>
  WORD_RANGE + ((Math.imul(first, FNV_PRIME) ^ second) >>> 0)

const addWords = (counts: Map<number, number>, words: Iterable<number>, weight: number): void => {
  let before: number | null = null
  for (const word of words) {
    if (fillers.has(word)) {
      before = null
      continue
    }
    counts.set(word, (counts.get(word) ?? 0) + weight)
    if (before !== null) {
      const pair = pairNumber(before, word)
      counts.set(pair, (counts.get(pair) ?? 0) + weight * PAIR_WEIGHT)
    }
    before = word
  }
}

/** Words are delimited, so that their beginnings and endings are distinct n-grams. */
const titlePieces = (title: string): Map<number, number> => {
  const pieces = new Map<number, number>()
  for (const { parts } of tokenize(title, false))
    for (const { token } of parts) {
      const word = `<${fold(token)}>`
      for (let at = 0; at + PIECE_LENGTH <= word.length; at += 1)
        pieces.set(wordNumber(word.slice(at, at + PIECE_LENGTH)), 1)
    }
  return pieces
}

const countTerms = ({ paper, words }: PaperSample): SampleTerms => {
  const counts = new Map<number, number>()
  addWords(counts, words.title.inOrder, TITLE_WEIGHT)
  addWords(counts, words.abstract.inOrder, 1)
  return { words: counts, pieces: titlePieces(paper.title) }
}

const counted = new WeakMap<PaperSample, SampleTerms>()

/** Cached for each sample. */
export const sampleTerms = (sample: PaperSample): SampleTerms => {
  const known = counted.get(sample)
  if (known !== undefined) return known
  const terms = countTerms(sample)
  counted.set(sample, terms)
  return terms
}

/** A sample of a paper that is not in the ranking index. */
export const toSample = (paper: Paper): PaperSample => ({ paper, words: unpackWords(packWords(rankedWords(paper))) })

/** The weights of samples in an estimate: kernel ridge regression over similarities. */

/** The regularization, without which the regression would overfit the noise of the samples. */
const RIDGE = 0.1
const MAX_STEPS = 200
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

/** Solves `(rows + RIDGE) x = given` for a symmetric positive semidefinite matrix, by conjugate gradients. */
const solve = (rows: readonly Float64Array[], given: Float64Array): Float64Array => {
  const solution = new Float64Array(given.length)
  const residual = given.slice()
  const direction = given.slice()
  const moved = new Float64Array(given.length)
  let left = product(residual, residual)
  const enough = left * EXACT_ENOUGH ** 2
  for (let step = 0; step < MAX_STEPS && left > enough; step += 1) {
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
 * Weights that sum to 1: the estimate of a value is the weighted sum of the samples' values. If no sample is similar, the
 * weights are nearly equal, so the estimate is the mean.
 * @param rows similarities of the samples to one another
 */
export const sampleWeights = (rows: readonly Float64Array[]): ((to: Float64Array) => Float64Array) => {
  const ones = new Float64Array(rows.length).fill(1)
  const even = solve(rows, ones)
  const sumOf = (weights: Float64Array): number => product(weights, ones)
  return (to) => {
    const weights = solve(rows, to)
    // Keeps the sum at 1, so that a constant is estimated as itself (the intercept of the regression).
    addScaled(weights, (1 - sumOf(weights)) / sumOf(even), even)
    return weights
  }
}
