import { readNumbers, type NumberReader, type NumberWriter, toBytes, type ByteString } from './term-pages.ts'
import type { TermImpacts } from './bm25.ts'

const FIRST_SIZE = 512

export type PostingList = {
  add(one: Posting): void
  clear(): void
  /** A view, which is valid until the next call of `add`. */
  view(): Float64Array
}

/** A reusable list, so that no array has to be allocated for each word. */
export const postingList = (): PostingList => {
  let postings = new Float64Array(FIRST_SIZE)
  let length = 0
  return {
    add: (one) => {
      if (length === postings.length) {
        const grown = new Float64Array(length * 2)
        grown.set(postings)
        postings = grown
      }
      postings[length] = one
      length += 1
    },
    clear: () => {
      length = 0
    },
    view: () => postings.subarray(0, length),
  }
}

/**
 * Postings of one word in one segment of the index, by falling impact level and then by paper, so that reading may stop after any
 * level. A posting is revoked by another with the negative level, which may be in a different segment: nothing stored is changed
 * in place, and segments can be merged in any order.
 */

/** A level and a paper packed into a number, whose ascending order is that of storage. */
type Posting = number

/** Levels of revoking postings are negative. */
export type LevelCount = { level: number; count: number }

/** Postings in one block. */
export const BLOCK_SIZE = 400

const SEQ_RANGE = 2 ** 32
const HIGHEST_LEVEL = 64

/** High levels have small codes; a revocation follows its level. */
const levelCode = (level: number): number => (HIGHEST_LEVEL - Math.abs(level)) * 2 + (level < 0 ? 1 : 0)
const levelOfCode = (code: number): number => (HIGHEST_LEVEL - Math.floor(code / 2)) * (code % 2 === 0 ? 1 : -1)

export const posting = (seq: number, level: number): Posting => levelCode(level) * SEQ_RANGE + seq
const codeOf = (packed: Posting): number => Math.floor(packed / SEQ_RANGE)

/** Up to this many postings, as most words have, insertion sort is faster than the built-in sort. */
const FEW = 12

/** Sorts numerically; short lists in place. */
const inOrder = (postings: Float64Array): Float64Array => {
  if (postings.length > FEW) return postings.toSorted()
  for (let end = 1; end < postings.length; end += 1) {
    const one = postings[end] ?? 0
    let at = end
    for (; at > 0 && (postings[at - 1] ?? 0) > one; at -= 1) postings[at] = postings[at - 1] ?? 0
    postings[at] = one
  }
  return postings
}

/** The number of consecutive postings with the same level. */
const levelLength = (ordered: Float64Array, from: number, code: number): number => {
  let end = from + 1
  while (end < ordered.length && codeOf(ordered[end] ?? 0) === code) end += 1
  return end - from
}

const writeCounts = (writer: NumberWriter, ordered: Float64Array): void => {
  let levels = 0
  for (let at = 0; at < ordered.length; levels += 1) at += levelLength(ordered, at, codeOf(ordered[at] ?? 0))
  writer.write(levels)
  for (let at = 0; at < ordered.length;) {
    const code = codeOf(ordered[at] ?? 0)
    const count = levelLength(ordered, at, code)
    writer.write(code)
    writer.write(count)
    at += count
  }
}

/**
 * Encodes the postings of one word in blocks. The first begins with the number of postings of each level.
 * @param postings in any order; may be sorted in place
 */
export const encodePostings = (postings: Float64Array, writer: NumberWriter): Buffer[] => {
  const ordered = inOrder(postings)
  const blocks: Buffer[] = []
  writeCounts(writer, ordered)
  let code = -1
  let seq = 0
  for (let index = 0; index < ordered.length; index += 1) {
    if (index > 0 && index % BLOCK_SIZE === 0) {
      blocks.push(writer.take())
      code = -1
    }
    const packed = ordered[index] ?? 0
    const ownCode = codeOf(packed)
    const ownSeq = packed - ownCode * SEQ_RANGE
    writer.write(ownCode === code ? ownSeq - seq : ownSeq)
    code = ownCode
    seq = ownSeq
  }
  blocks.push(writer.take())
  return blocks
}

const readCounts = (reader: NumberReader): LevelCount[] => {
  const counts: LevelCount[] = []
  for (let left = reader.next(); left > 0; left -= 1)
    counts.push({ level: levelOfCode(reader.next()), count: reader.next() })
  return counts
}

/** The number of postings of each level, from the first block. */
export const readLevelCounts = (firstBlock: Uint8Array): LevelCount[] => readCounts(readNumbers(firstBlock))

/** Shared decoding buffer, which is safe because decoding is synchronous. */
const run = new Uint32Array(BLOCK_SIZE)

/**
 * Visits the postings of one block down to a level, level by level.
 * @param counts from the first block
 * @param visit gets the papers in an array that is reused for the next level
 */
export const visitPostings = (
  { block, bytes }: { block: number; bytes: Uint8Array },
  { counts, least }: { counts: readonly LevelCount[]; least: number },
  visit: (seqs: Uint32Array, level: number) => void,
): void => {
  const reader = readNumbers(bytes)
  if (block === 0) for (let skipped = reader.next() * 2; skipped > 0; skipped -= 1) reader.next()
  const begin = block * BLOCK_SIZE
  let passed = 0
  for (const { level, count } of counts) {
    if (Math.abs(level) < least || passed >= begin + BLOCK_SIZE) return
    const from = Math.max(passed, begin)
    const until = Math.min(passed + count, begin + BLOCK_SIZE)
    if (until > from) {
      const seqs = run.subarray(0, until - from)
      reader.nextSums(seqs)
      visit(seqs, level)
    }
    passed += count
  }
}

/** Adds the postings of a first block to a list. Returns whether some of them revoke others. */
export const addFirstBlock = (bytes: Uint8Array, list: { add(one: Posting): void }): boolean => {
  const counts = readNumbers(bytes)
  const seqs = readNumbers(bytes)
  let levels = counts.next()
  for (let skipped = seqs.next() * 2; skipped > 0; skipped -= 1) seqs.next()
  let left = BLOCK_SIZE
  let hasRevocations = false
  for (; levels > 0 && left > 0; levels -= 1) {
    const code = counts.next()
    const count = Math.min(counts.next(), left)
    if (code % 2 === 1) hasRevocations = true
    let packed = code * SEQ_RANGE
    for (let index = 0; index < count; index += 1) {
      packed += seqs.next()
      list.add(packed)
    }
    left -= count
  }
  return hasRevocations
}

/** Cancels revoked postings; revocations of postings in other segments are kept. */
export const mergePostings = (postings: Iterable<Posting>): Float64Array => {
  const times = new Map<Posting, number>()
  for (const packed of postings) {
    const isRevocation = codeOf(packed) % 2 === 1
    const key = isRevocation ? packed - SEQ_RANGE : packed
    times.set(key, (times.get(key) ?? 0) + (isRevocation ? -1 : 1))
  }
  return Float64Array.from(
    [...times].flatMap(([key, sum]) => Array.from({ length: Math.abs(sum) }, () => (sum < 0 ? key + SEQ_RANGE : key))),
  )
}

type Entry = { seq: number; impacts: Pick<TermImpacts, 'terms' | 'levels'> }

/**
 * Groups the postings of papers or passages by word, words in index order, postings unordered.
 * @param change -1 for postings that revoke others
 */
export const groupPostings = (
  entries: readonly Entry[],
  change: 1 | -1,
): { term: ByteString; postings: Posting[] }[] => {
  const byTerm = new Map<string, Posting[]>()
  for (const { seq, impacts } of entries)
    for (let index = 0; index < impacts.terms.length; index += 1) {
      const term = impacts.terms[index] ?? ''
      const one = posting(seq, (impacts.levels[index] ?? 1) * change)
      const postings = byTerm.get(term)
      if (postings === undefined) byTerm.set(term, [one])
      else postings.push(one)
    }
  return Array.from(byTerm, ([term, postings]) => ({ term: toBytes(term), postings })).toSorted((a, b) =>
    a.term < b.term ? -1 : 1,
  )
}
