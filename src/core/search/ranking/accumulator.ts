/** Scores are counted in so many steps to find those worth sorting: sorting all would take longer than reading them. */
const STEPS = 1_024

type Scored = { seq: number; score: number }

const byScore = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq

const LEAST_SLOTS = 32
/** Room enough that a paper is found in one or two looks. */
const SLOTS_PER_POSTING = 1.5

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
  /** No sum is higher; one that was may have sunk since. */
  #highest = 0

  constructor(postings: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(LEAST_SLOTS, postings * SLOTS_PER_POSTING)))
    this.#mask = size - 1
    if (size > keys.length) {
      keys = new Uint32Array(size)
      sums = new Float64Array(size)
    }
    this.#keys = keys.subarray(0, size).fill(0)
    this.#sums = sums.subarray(0, size).fill(0)
  }

  /** Adds one score to each of some papers. */
  add(seqs: Uint32Array, score: number): void {
    const [slots, totals, mask] = [this.#keys, this.#sums, this.#mask]
    let highest = this.#highest
    for (let index = 0; index < seqs.length; index += 1) {
      const seq = seqs[index] ?? 0
      let slot = Math.imul(seq, 0x9e3779b1) & mask
      for (;;) {
        const key = slots[slot]
        if (key === seq) break
        if (key === 0) {
          slots[slot] = seq
          break
        }
        slot = (slot + 1) & mask
      }
      const sum = (totals[slot] ?? 0) + score
      totals[slot] = sum
      if (sum > highest) highest = sum
    }
    this.#highest = highest
  }

  /** The sum of one paper; 0 for one that nothing was added to. */
  of(seq: number): number {
    for (let slot = Math.imul(seq, 0x9e3779b1) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const key = this.#keys[slot]
      if (key === seq) return this.#sums[slot] ?? 0
      if (key === 0) return 0
    }
  }

  /** So many papers with the highest scores above nothing, best first, among equals the older one. @param isWanted null for all */
  best(most: number, isWanted: ((seq: number) => boolean) | null): Scored[] {
    const [slots, totals] = [this.#keys, this.#sums]
    const scale = (STEPS - 1) / this.#highest
    const counts = new Uint32Array(STEPS)
    const wanted = new Uint32Array(totals.length)
    let wants = 0
    for (let slot = 0; slot < totals.length; slot += 1) {
      const score = totals[slot] ?? 0
      if (score <= 0 || (isWanted !== null && !isWanted(slots[slot] ?? 0))) continue
      const step = Math.floor(score * scale)
      counts[step] = (counts[step] ?? 0) + 1
      wanted[wants] = slot
      wants += 1
    }
    let least = STEPS
    for (let reached = 0; reached < most && least > 0; reached += counts[least] ?? 0) least -= 1
    const found: Scored[] = []
    for (const slot of wanted.subarray(0, wants)) {
      const score = totals[slot] ?? 0
      if (Math.floor(score * scale) >= least) found.push({ seq: slots[slot] ?? 0, score })
    }
    return found.toSorted(byScore).slice(0, most)
  }
}
