/** Scores are counted in so many steps to find those worth sorting: sorting all would take longer than reading them. */
const STEPS = 1_024

type Scored = { seq: number; score: number }

const byScore = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq

const LEAST_SLOTS = 32

/** Used again by each: arrays of this size would be new pages of memory for every search. */
let keys = new Uint32Array(LEAST_SLOTS)
let sums = new Float64Array(LEAST_SLOTS)

/**
 * Sums of scores by paper, in arrays whose size follows from how many postings are read, not from the corpus. Only
 * the newest may be used: they share their arrays.
 */
export class Accumulator {
  readonly #mask: number
  readonly #keys: Uint32Array
  readonly #sums: Float64Array

  constructor(postings: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(LEAST_SLOTS / 2, postings) * 2))
    this.#mask = size - 1
    if (size > keys.length) {
      keys = new Uint32Array(size)
      sums = new Float64Array(size)
    }
    this.#keys = keys.subarray(0, size).fill(0)
    this.#sums = sums.subarray(0, size).fill(0)
  }

  add(seq: number, score: number): void {
    let slot = Math.imul(seq, 0x9e3779b1) & this.#mask
    for (;;) {
      const key = this.#keys[slot]
      if (key === seq) break
      if (key === 0) {
        this.#keys[slot] = seq
        break
      }
      slot = (slot + 1) & this.#mask
    }
    this.#sums[slot] = (this.#sums[slot] ?? 0) + score
  }

  /** So many papers with the highest scores above nothing, best first, among equals the older one. */
  best(most: number, isWanted: (seq: number) => boolean): Scored[] {
    let highest = 0
    for (let slot = 0; slot < this.#sums.length; slot += 1) {
      const score = this.#sums[slot] ?? 0
      if (score > highest) highest = score
    }
    const scale = (STEPS - 1) / highest
    const counts = new Uint32Array(STEPS)
    const wanted: number[] = []
    for (let slot = 0; slot < this.#sums.length; slot += 1) {
      const score = this.#sums[slot] ?? 0
      if (score <= 0 || !isWanted(this.#keys[slot] ?? 0)) continue
      const step = Math.floor(score * scale)
      counts[step] = (counts[step] ?? 0) + 1
      wanted.push(slot)
    }
    let least = STEPS
    for (let found = 0; found < most && least > 0; found += counts[least] ?? 0) least -= 1
    const found: Scored[] = []
    for (const slot of wanted) {
      const score = this.#sums[slot] ?? 0
      if (Math.floor(score * scale) >= least) found.push({ seq: this.#keys[slot] ?? 0, score })
    }
    return found.toSorted(byScore).slice(0, most)
  }
}
