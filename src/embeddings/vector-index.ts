/** Vectors of 8-bit numbers with the papers that they are of, in memory. The nearest are found by comparing all. */

/** Vectors whose memory is taken at once, so that growing copies nothing. */
const IN_BLOCK = 1_024

type Block = { vectors: Int8Array; lengths: Float32Array }

export type NearVector = { seq: number; similarity: number }
/** The nearest vectors, and how near all compared ones are: their mean and their standard deviation. */
export type Nearest = { found: NearVector[]; mean: number; deviation: number }

export type Wanted = {
  most: number
  /** Whether a paper counts once, by its nearest vector. */
  oncePerPaper: boolean
  /** Only vectors of these papers; null for all. */
  papers: ReadonlySet<number> | null
}

/**
 * The products of a question with each vector of a block. One loop over a whole block, in whole numbers of 32 bits: with a call for
 * each vector it takes three times as long.
 */
const multiply = (vectors: Int8Array, question: Int8Array, products: Int32Array): void => {
  const { length } = question
  for (let at = 0; at < products.length; at += 1) {
    const begin = at * length
    let sum = 0
    for (let index = 0; index < length; index += 1)
      sum = (sum + Math.imul(vectors[begin + index] ?? 0, question[index] ?? 0)) | 0
    products[at] = sum
  }
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))

/** Keeps the nearest, nearest first; of equals the one that came first. */
const nearestOf = (most: number) => {
  const kept: { place: number; similarity: number }[] = []
  return {
    add: (place: number, similarity: number): void => {
      if (kept.length === most && similarity <= (kept.at(-1)?.similarity ?? 0)) return
      let at = kept.length
      while (at > 0 && (kept[at - 1]?.similarity ?? 0) < similarity) at -= 1
      kept.splice(at, 0, { place, similarity })
      if (kept.length > most) kept.pop()
    },
    kept: () => kept,
  }
}

export class VectorIndex {
  readonly dimension: number
  readonly #blocks: Block[] = []
  readonly #products = new Int32Array(IN_BLOCK)
  /** By place: the number of the vector, 0 for a free place, and the paper. */
  readonly #seqs: number[] = []
  readonly #papers: number[] = []
  readonly #places = new Map<number, number>()
  readonly #free: number[] = []

  constructor(dimension: number) {
    this.dimension = dimension
  }

  get size(): number {
    return this.#places.size
  }

  #place(): number {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const place = this.#seqs.length
    if (place === this.#blocks.length * IN_BLOCK)
      this.#blocks.push({
        vectors: new Int8Array(IN_BLOCK * this.dimension),
        lengths: new Float32Array(IN_BLOCK),
      })
    return place
  }

  add(seq: number, paper: number, vector: Int8Array): void {
    if (this.#places.has(seq)) return
    const place = this.#place()
    const block = this.#blocks[Math.floor(place / IN_BLOCK)]
    if (block === undefined) throw new Error('the block of a new place must exist')
    block.vectors.set(vector, (place % IN_BLOCK) * this.dimension)
    block.lengths[place % IN_BLOCK] = lengthOf(vector)
    this.#seqs[place] = seq
    this.#papers[place] = paper
    this.#places.set(seq, place)
  }

  /** Its memory is used again by the next one that is added. */
  remove(seq: number): void {
    const place = this.#places.get(seq)
    if (place === undefined) return
    this.#places.delete(seq)
    this.#seqs[place] = 0
    this.#free.push(place)
  }

  /** Vectors of zeros are near nothing. */
  #compare(question: Int8Array, papers: Wanted['papers'], take: (place: number, similarity: number) => void): void {
    const length = lengthOf(question)
    if (length === 0) return
    for (const [number, { vectors, lengths }] of this.#blocks.entries()) {
      multiply(vectors, question, this.#products)
      const first = number * IN_BLOCK
      const end = Math.min(IN_BLOCK, this.#seqs.length - first)
      for (let index = 0; index < end; index += 1) {
        const own = lengths[index] ?? 0
        const place = first + index
        if (own === 0 || this.#seqs[place] === 0) continue
        if (papers !== null && !papers.has(this.#papers[place] ?? 0)) continue
        take(place, (this.#products[index] ?? 0) / (own * length))
      }
    }
  }

  nearest(question: Int8Array, { most, oncePerPaper, papers }: Wanted): Nearest {
    const nearest = nearestOf(most)
    const bestOf = new Map<number, { place: number; similarity: number }>()
    let count = 0
    let sum = 0
    let squares = 0
    this.#compare(question, papers, (place, similarity) => {
      count += 1
      sum += similarity
      squares += similarity * similarity
      if (!oncePerPaper) return nearest.add(place, similarity)
      const paper = this.#papers[place] ?? 0
      const best = bestOf.get(paper)
      if (best === undefined) bestOf.set(paper, { place, similarity })
      else if (best.similarity < similarity) Object.assign(best, { place, similarity })
    })
    for (const { place, similarity } of bestOf.values()) nearest.add(place, similarity)
    const mean = count === 0 ? 0 : sum / count
    const variance = count === 0 ? 0 : Math.max(0, squares / count - mean * mean)
    const found = nearest.kept().map(({ place, similarity }) => ({ seq: this.#seqs[place] ?? 0, similarity }))
    return { found, mean, deviation: Math.sqrt(variance) }
  }
}
