import { readNumbers, type NumberReader, type NumberWriter } from './numbers.ts'
import type { PostingList } from '#core/search/postings/posting-list.ts'

/**
 * Postings of one word in one segment of the index, by falling impact: those of a level follow each other in the order of
 * the papers. Reading may stop after any level. A posting is taken back by the same one with a negative level, which may
 * stand in another segment, so that nothing stored is ever changed in place and segments are merged in any order.
 */

/** A level and a paper in one number. Ascending, they are in the order in which they are stored. */
export type Posting = number

/** Levels of taken-back postings are negative. */
export type LevelCount = { level: number; count: number }

/** Postings in one block. */
export const BLOCK_SIZE = 400

const SEQ_RANGE = 2 ** 32
const HIGHEST_LEVEL = 64

/** A high level has a small code; what is taken back of a level comes after it. */
const levelCode = (level: number): number => (HIGHEST_LEVEL - Math.abs(level)) * 2 + (level < 0 ? 1 : 0)
const levelOfCode = (code: number): number => (HIGHEST_LEVEL - Math.floor(code / 2)) * (code % 2 === 0 ? 1 : -1)

export const posting = (seq: number, level: number): Posting => levelCode(level) * SEQ_RANGE + seq
const codeOf = (packed: Posting): number => Math.floor(packed / SEQ_RANGE)

/** Most words have a few postings: the engine's own way to sort costs more than so many are worth. */
const FEW = 12

/** In order, few of them in place. Typed arrays are sorted as numbers, without asking anybody. */
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

/** How many postings from one on have its level. */
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
 * The blocks of the postings of one word. The first begins with the number of postings of each level.
 * @param postings in any order, which may change
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

/** How many postings of each level a word has in a segment, as the first block tells. */
export const readLevelCounts = (firstBlock: Uint8Array): LevelCount[] => readCounts(readNumbers(firstBlock))

/** Of a block, decoded at a time: no other search comes between. */
const run = new Uint32Array(BLOCK_SIZE)

/**
 * Visits the postings of one block down to a level, those of a level at a time.
 * @param counts those of the first block
 * @param visit gets the papers in an array that is used again for the next level
 */
export const visitPostings = (
  { block, bytes }: { block: number; bytes: Uint8Array },
  { counts, least }: { counts: readonly LevelCount[]; least: number },
  visit: (seqs: Uint32Array, level: number) => void,
): void => {
  const reader = readNumbers(bytes)
  if (block === 0) for (let passedBy = reader.next() * 2; passedBy > 0; passedBy -= 1) reader.next()
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

/** Adds the postings of a first block to a list; whether some of them take others back. */
export const addFirstBlock = (bytes: Uint8Array, list: PostingList): boolean => {
  const counts = readNumbers(bytes)
  const seqs = readNumbers(bytes)
  let levels = counts.next()
  for (let passedBy = seqs.next() * 2; passedBy > 0; passedBy -= 1) seqs.next()
  let left = BLOCK_SIZE
  let someTakenBack = false
  for (; levels > 0 && left > 0; levels -= 1) {
    const code = counts.next()
    const count = Math.min(counts.next(), left)
    if (code % 2 === 1) someTakenBack = true
    let packed = code * SEQ_RANGE
    for (let index = 0; index < count; index += 1) {
      packed += seqs.next()
      list.add(packed)
    }
    left -= count
  }
  return someTakenBack
}

/** Without postings that were taken back; what is taken back elsewhere stays. */
export const mergePostings = (postings: Iterable<Posting>): Float64Array => {
  const times = new Map<Posting, number>()
  for (const packed of postings) {
    const takesBack = codeOf(packed) % 2 === 1
    const key = takesBack ? packed - SEQ_RANGE : packed
    times.set(key, (times.get(key) ?? 0) + (takesBack ? -1 : 1))
  }
  return Float64Array.from(
    [...times].flatMap(([key, sum]) => Array.from({ length: Math.abs(sum) }, () => (sum < 0 ? key + SEQ_RANGE : key))),
  )
}
