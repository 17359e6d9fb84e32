/** Sums of scores by paper, in arrays whose size follows from how many postings are read, not from the corpus. */
export class Accumulator {
  readonly #mask: number
  readonly #keys: Float64Array
  readonly #sums: Float64Array

  constructor(postings: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, postings * 2)))
    this.#mask = size - 1
    this.#keys = new Float64Array(size)
    this.#sums = new Float64Array(size)
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

  /** All papers with a score above nothing, best first, among equals the older one. */
  best(): { seq: number; score: number }[] {
    const found: { seq: number; score: number }[] = []
    for (const [slot, seq] of this.#keys.entries()) {
      const score = this.#sums[slot] ?? 0
      if (score > 0) found.push({ seq, score })
    }
    return found.toSorted((a, b) => b.score - a.score || a.seq - b.seq)
  }
}
