/** Scores are counted in so many steps to find those worth sorting: sorting all would take longer than reading them. */
const STEPS = 1_024

/** The highest step at or above which there are so many. */
const leastStep = (slots: readonly number[], stepOf: (slot: number) => number, most: number): number => {
  const counts = new Uint32Array(STEPS)
  for (const slot of slots) {
    const step = stepOf(slot)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let step = STEPS
  for (let found = 0; found < most && step > 0; found += counts[step] ?? 0) step -= 1
  return step
}

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

  /** So many papers with the highest scores above nothing, best first, among equals the older one. */
  best(most: number, isWanted: (seq: number) => boolean): { seq: number; score: number }[] {
    const wanted: number[] = []
    let highest = 0
    for (let slot = 0; slot < this.#keys.length; slot += 1) {
      const score = this.#sums[slot] ?? 0
      if (score <= 0 || !isWanted(this.#keys[slot] ?? 0)) continue
      wanted.push(slot)
      if (score > highest) highest = score
    }
    const stepOf = (slot: number): number => Math.floor(((this.#sums[slot] ?? 0) / highest) * (STEPS - 1))
    const least = wanted.length <= most ? 0 : leastStep(wanted, stepOf, most)
    return wanted
      .filter((slot) => stepOf(slot) >= least)
      .map((slot) => ({ seq: this.#keys[slot] ?? 0, score: this.#sums[slot] ?? 0 }))
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
      .slice(0, most)
  }
}
