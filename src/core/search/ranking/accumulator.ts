import { IMPACT_LEVELS } from './bm25.ts'
import type { LevelCount } from './postings.ts'

/** Postings read in one round of ranking, regardless of the size of the corpus. */
export const READING_BUDGET = 40_000

/** The levels of a word in all segments. */
export type TermLevels = { term: string; counts: readonly LevelCount[] }

const countByLevel = (counts: readonly LevelCount[]): Float64Array => {
  const byLevel = new Float64Array(IMPACT_LEVELS)
  for (const { level, count } of counts) byLevel[Math.abs(level)] = (byLevel[Math.abs(level)] ?? 0) + count
  return byLevel
}

/** The lowest level that can be read within `share` postings; at least the highest level present is read. */
const leastLevel = (counts: readonly LevelCount[], share: number): { least: number; postings: number } => {
  const byLevel = countByLevel(counts)
  let postings = 0
  let least = IMPACT_LEVELS
  for (let level = IMPACT_LEVELS - 1; level > 0; level -= 1) {
    const here = byLevel[level] ?? 0
    if (postings > 0 && postings + here > share) break
    postings += here
    least = level
  }
  return { least, postings }
}

/**
 * Plans down to which level each word is read. Rare words are read in full and leave their unused budget to frequent ones. The plan
 * depends only on the numbers of postings, not on their distribution over segments.
 */
export const planReading = (
  terms: readonly TermLevels[],
  budget = READING_BUDGET,
): { leastOf: Map<string, number>; postings: number } => {
  const sized = terms
    .map(({ term, counts }) => ({ term, counts, size: counts.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.size - b.size || (a.term < b.term ? -1 : 1))
  const leastOf = new Map<string, number>()
  let read = 0
  for (const [index, { term, counts }] of sized.entries()) {
    const share = Math.max(0, budget - read) / (sized.length - index)
    const { least, postings } = leastLevel(counts, share)
    leastOf.set(term, least)
    read += postings
  }
  return { leastOf, postings: read }
}

export const documentFrequency = (counts: readonly LevelCount[]): number =>
  counts.reduce((sum, { level, count }) => sum + Math.sign(level) * count, 0)

/** Inverse document frequency, as in BM25. */
export const rarity = (papers: number, withWord: number): number => {
  const having = Math.min(papers, Math.max(0, withWord))
  return Math.log(1 + (papers - having + 0.5) / (having + 0.5))
}

/** Steps of a histogram of scores, which finds the ones to sort: sorting all would take longer than reading them. */
const STEPS = 1_024

type Scored = { seq: number; score: number }

const byScore = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq

/** Papers are partitioned by number, so that the sums of a partition fit into the processor's cache. */
const PARTS_BITS = 7
/** The largest partition; a larger corpus has more of them. */
const MAX_PART_BITS = 16
const NUMBER_BITS = 32

/** Shared by all searches, since allocating arrays of this size each time is slow. */
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

/** The bits of a number that distinguish papers within a partition. */
const partBits = (highest: number): number =>
  Math.min(MAX_PART_BITS, Math.max(0, NUMBER_BITS - Math.clz32(highest) - PARTS_BITS))

/**
 * Sums scores by paper, in arrays sized by the number of postings, not by the corpus. Nothing may be added once a sum has been
 * read. Only the newest instance may be used, since all share their arrays.
 */
export class Accumulator {
  /** The end of each run of papers with the same score, and the score. */
  readonly #ends: number[] = []
  readonly #scores: number[] = []
  #added = 0
  #highestSeq = 0
  /** The end of each partition after summing, preceded by 0. */
  #partEnds: Uint32Array | null = null
  #partBits = 0
  #papers = 0
  #highest = 0

  /** @param postings the expected number */
  constructor(postings: number) {
    makeRoom(postings)
  }

  /** Adds a score to each of some papers. @param seqs ascending */
  add(seqs: Uint32Array, score: number): void {
    const end = this.#added + seqs.length
    if (end > added.length) makeRoom(end * 2)
    added.set(seqs, this.#added)
    this.#added = end
    this.#ends.push(end)
    this.#scores.push(score)
    this.#highestSeq = Math.max(this.#highestSeq, seqs.at(-1) ?? 0)
  }

  /** Partitions the added papers with their scores. Returns where each partition begins, followed by the end of the last. */
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

  /** Sums each partition, and keeps each paper with a positive sum once. */
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
        // Reset, so that the paper is not counted again and the next partition starts clean.
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

  /** The sum of one paper; 0 if it is not positive. */
  of(seq: number): number {
    const ends = this.#sum()
    const at = seq >>> this.#partBits
    for (let index = ends[at] ?? 0; index < (ends[at + 1] ?? 0); index += 1)
      if (keys[index] === seq) return sums[index] ?? 0
    return 0
  }

  /** The papers with the highest positive scores, best first, older ones first among equals. @param isWanted null for all */
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

  /** The positions of the wanted papers. */
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
