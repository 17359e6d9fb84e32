/** Scores are counted in so many steps to find those worth sorting: sorting all would take longer than reading them. */
const STEPS = 1_024

type Scored = { seq: number; score: number }

const byScore = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq

/** Parts that papers are put into by their numbers, so that the sums of a part stay in the processor's own memory. */
const PARTS_BITS = 7
/** Of a larger corpus there are more parts: no part has more papers. */
const MOST_PART_BITS = 16
const NUMBER_BITS = 32

/** Used again by each: arrays of this size would be new pages of memory for every search. */
let added = new Uint32Array(0)
let keys = new Uint32Array(0)
let sums = new Float64Array(0)
let part = new Float64Array(0)

const makeRoom = (postings: number): void => {
  if (postings <= keys.length) return
  const kept = added
  added = new Uint32Array(postings)
  added.set(kept)
  keys = new Uint32Array(postings)
  sums = new Float64Array(postings)
}

/** Bits of a paper's number that tell papers of one part apart. */
const partBits = (highest: number): number =>
  Math.min(MOST_PART_BITS, Math.max(0, NUMBER_BITS - Math.clz32(highest) - PARTS_BITS))

/**
 * Sums of scores by paper, in arrays whose size follows from how many postings are read, not from the corpus. Nothing is
 * added any more once sums were asked for. Only the newest may be used: they share their arrays.
 */
export class Accumulator {
  /** Where the papers of each score end, and the score. */
  readonly #ends: number[] = []
  readonly #scores: number[] = []
  #added = 0
  #highestSeq = 0
  /** Where the papers of each part end, once they are summed; before the first one, 0. */
  #partEnds: Uint32Array | null = null
  #partBits = 0
  #papers = 0
  #highest = 0

  /** @param postings how many will be added, about */
  constructor(postings: number) {
    makeRoom(postings)
  }

  /** Adds one score to each of some papers, which come in the order of their numbers. */
  add(seqs: Uint32Array, score: number): void {
    const end = this.#added + seqs.length
    if (end > added.length) makeRoom(end * 2)
    added.set(seqs, this.#added)
    this.#added = end
    this.#ends.push(end)
    this.#scores.push(score)
    this.#highestSeq = Math.max(this.#highestSeq, seqs.at(-1) ?? 0)
  }

  /** Puts what was added into parts, each with its score. Returns where each part begins, and behind the last its end. */
  #divide(bits: number): Uint32Array {
    const [seqs, byPart, scores] = [added, keys, sums]
    const count = this.#added
    const begins = new Uint32Array((this.#highestSeq >>> bits) + 2)
    for (let index = 0; index < count; index += 1) {
      const next = ((seqs[index] ?? 0) >>> bits) + 1
      begins[next] = (begins[next] ?? 0) + 1
    }
    for (let at = 1; at < begins.length; at += 1) begins[at] = (begins[at] ?? 0) + (begins[at - 1] ?? 0)
    const places = begins.slice()
    let index = 0
    for (let run = 0; run < this.#ends.length; run += 1) {
      const [end, score] = [this.#ends[run] ?? 0, this.#scores[run] ?? 0]
      for (; index < end; index += 1) {
        const seq = seqs[index] ?? 0
        const place = places[seq >>> bits] ?? 0
        places[seq >>> bits] = place + 1
        byPart[place] = seq
        scores[place] = score
      }
    }
    return begins
  }

  /** Sums each part, and leaves each paper once, with its sum, where that is above nothing. */
  #sum(): Uint32Array {
    if (this.#partEnds !== null) return this.#partEnds
    const bits = partBits(this.#highestSeq)
    const begins = this.#divide(bits)
    if (part.length < 2 ** bits) part = new Float64Array(2 ** bits)
    const [seqs, scores, table, mask] = [keys, sums, part, 2 ** bits - 1]
    const ends = new Uint32Array(begins.length)
    let papers = 0
    let highest = 0
    for (let at = 1; at < begins.length; at += 1) {
      const [begin, end] = [begins[at - 1] ?? 0, begins[at] ?? 0]
      for (let index = begin; index < end; index += 1) {
        const slot = (seqs[index] ?? 0) & mask
        table[slot] = (table[slot] ?? 0) + (scores[index] ?? 0)
      }
      for (let index = begin; index < end; index += 1) {
        const seq = seqs[index] ?? 0
        const sum = table[seq & mask] ?? 0
        // A paper that occurs again is not met again, and the next part finds nothing here.
        table[seq & mask] = 0
        if (sum <= 0) continue
        seqs[papers] = seq
        scores[papers] = sum
        papers += 1
        if (sum > highest) highest = sum
      }
      ends[at] = papers
    }
    this.#papers = papers
    this.#highest = highest
    this.#partBits = bits
    this.#partEnds = ends
    return ends
  }

  /** The sum of one paper; 0 for one that has none above nothing. */
  of(seq: number): number {
    const ends = this.#sum()
    const at = seq >>> this.#partBits
    for (let index = ends[at] ?? 0; index < (ends[at + 1] ?? 0); index += 1)
      if (keys[index] === seq) return sums[index] ?? 0
    return 0
  }

  /** So many papers with the highest scores above nothing, best first, among equals the older one. @param isWanted null for all */
  best(most: number, isWanted: ((seq: number) => boolean) | null): Scored[] {
    this.#sum()
    const [seqs, scores] = [keys, sums]
    const wanted = isWanted === null ? null : this.#wanted(isWanted)
    const count = wanted === null ? this.#papers : wanted.length
    const scale = (STEPS - 1) / this.#highest
    const counts = new Uint32Array(STEPS)
    for (let at = 0; at < count; at += 1) {
      const step = Math.floor((scores[wanted === null ? at : (wanted[at] ?? 0)] ?? 0) * scale)
      counts[step] = (counts[step] ?? 0) + 1
    }
    let least = STEPS
    for (let reached = 0; reached < most && least > 0; reached += counts[least] ?? 0) least -= 1
    const found: Scored[] = []
    for (let at = 0; at < count; at += 1) {
      const index = wanted === null ? at : (wanted[at] ?? 0)
      const score = scores[index] ?? 0
      if (Math.floor(score * scale) >= least) found.push({ seq: seqs[index] ?? 0, score })
    }
    return found.toSorted(byScore).slice(0, most)
  }

  /** Where the papers are that are wanted. */
  #wanted(isWanted: (seq: number) => boolean): Uint32Array {
    const found = new Uint32Array(this.#papers)
    let count = 0
    for (let index = 0; index < found.length; index += 1) {
      if (!isWanted(keys[index] ?? 0)) continue
      found[count] = index
      count += 1
    }
    return found.subarray(0, count)
  }
}
