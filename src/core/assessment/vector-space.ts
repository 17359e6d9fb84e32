import type { SampleTerms } from './sample-terms.ts'

/** Papers as vectors of weighted terms (TF-IDF), in which similarity is the product of two: 1 for a paper with itself. */

/** Terms in fewer papers tell nothing of others. */
const LEAST_PAPERS = 3
/** How much the pieces of titles make up of the similarity of two papers. */
const PIECE_SHARE = 0.15

type Counts = ReadonlyMap<number, number>
type Weights = Map<number, number>

/** Where each term occurs, and how much it weighs there. */
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

/** One kind of terms: its rarities come from the samples alone, and from the paper that is compared with them. */
const termSpace = (samples: readonly Counts[], share: number) => {
  const frequencies = new Map<number, number>()
  for (const counts of samples)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  const all = samples.length + 1
  const rarity = (having: number): number => (having < LEAST_PAPERS ? 0 : Math.log((all + 1) / having))
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
    // The paper itself has the term, too.
    addLikenessTo: (row: Float64Array, counts: Counts) =>
      addLikeness(
        row,
        weigh(counts, (term) => (frequencies.has(term) ? rarity((frequencies.get(term) ?? 0) + 1) : 0), share),
      ),
  }
}

export type VectorSpace = {
  /** How similar each two samples are, row after row. */
  similarities(): Float64Array[]
  /** How similar another paper is to each sample. */
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
