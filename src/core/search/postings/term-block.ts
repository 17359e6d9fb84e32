import type { TermImpacts } from '#core/search/ranking/bm25.ts'
import { postingList } from './posting-list.ts'
import { posting } from '#core/search/ranking/postings.ts'
import { toBytes, type ByteString } from '#core/search/ranking/term-pages.ts'

/**
 * The words of several papers, each once, in the order of the index. Grouped where they are cut, so that whoever stores them only
 * puts a few blocks together: looking each word of each paper up in a map took a quarter of all storing.
 */
export type TermBlock = {
  /** How many papers. */
  papers: number
  /** The words as bytes, with blanks between: as a list they would take long to hand to another thread. */
  terms: string
  /** In how many papers each word is. */
  counts: Uint32Array
  /** The papers of each word, one word after the other, by their places in the block. */
  places: Uint32Array
  /** What the word counts there. */
  levels: Uint8Array
}

/** A paper of a block. */
export type PlacedImpacts = { block: TermBlock; place: number; words: Uint8Array }

type WordLevels = Pick<TermImpacts, 'terms' | 'levels'>

/** The different words of papers, and for each of their words in turn the number of it. */
const numberWords = (papers: readonly WordLevels[]): { known: Map<string, number>; numbers: Uint32Array } => {
  const known = new Map<string, number>()
  const numbers = new Uint32Array(papers.reduce((sum, { terms }) => sum + terms.length, 0))
  let at = 0
  for (const { terms } of papers)
    for (const term of terms) {
      const number = known.get(term) ?? known.size
      if (number === known.size) known.set(term, number)
      numbers[at] = number
      at += 1
    }
  return { known, numbers }
}

/** Groups papers by their words. */
export const groupTerms = (papers: readonly WordLevels[]): TermBlock => {
  const { known, numbers } = numberWords(papers)
  const numberOf = new Map<ByteString, number>()
  for (const [term, number] of known) numberOf.set(toBytes(term), number)
  const sorted = [...numberOf.keys()].toSorted()
  const total = new Uint32Array(known.size)
  for (const number of numbers) total[number] = (total[number] ?? 0) + 1
  const counts = new Uint32Array(known.size)
  /** Where the next paper of each word goes, by the number of the word. */
  const next = new Uint32Array(known.size)
  let begin = 0
  for (const [index, term] of sorted.entries()) {
    const number = numberOf.get(term) ?? 0
    const count = total[number] ?? 0
    counts[index] = count
    next[number] = begin
    begin += count
  }
  const places = new Uint32Array(begin)
  const levels = new Uint8Array(begin)
  let at = 0
  for (const [place, paper] of papers.entries())
    for (let index = 0; index < paper.terms.length; index += 1) {
      const number = numbers[at] ?? 0
      const into = next[number] ?? 0
      places[into] = place
      levels[into] = paper.levels[index] ?? 1
      next[number] = into + 1
      at += 1
    }
  return { papers: papers.length, terms: sorted.join(' '), counts, places, levels }
}

/** A block whose papers have their numbers, by their places; 0 where one is left out. */
export type NumberedBlock = { block: TermBlock; seqs: Uint32Array }

type Cursor = NumberedBlock & { terms: readonly ByteString[]; at: number; begin: number }

/**
 * Visits each word of blocks once, in the order of the index, with its postings; words of no paper that has a number are left
 * out.
 * @param change -1 makes postings that take others back
 * @param visit gets the postings in no order, in an array that is used again for the next word
 */
export const visitTerms = (
  blocks: readonly NumberedBlock[],
  change: 1 | -1,
  visit: (term: ByteString, postings: Float64Array) => void,
): void => {
  const cursors = blocks.map((one): Cursor => ({ ...one, terms: one.block.terms.split(' '), at: 0, begin: 0 }))
  const list = postingList()
  const take = (cursor: Cursor): void => {
    const { block, seqs, at, begin } = cursor
    const end = begin + (block.counts[at] ?? 0)
    for (let index = begin; index < end; index += 1) {
      const seq = seqs[block.places[index] ?? 0] ?? 0
      if (seq > 0) list.add(posting(seq, (block.levels[index] ?? 1) * change))
    }
    cursor.begin = end
    cursor.at += 1
  }
  let open = cursors.filter(({ block }) => block.counts.length > 0)
  while (open.length > 0) {
    let least = open[0]?.terms[open[0].at] ?? ''
    for (const { terms, at } of open) {
      const term = terms[at] ?? ''
      if (term < least) least = term
    }
    list.clear()
    let isOneAtEnd = false
    for (const cursor of open)
      if (cursor.terms[cursor.at] === least) {
        take(cursor)
        isOneAtEnd ||= cursor.at === cursor.terms.length
      }
    if (isOneAtEnd) open = open.filter(({ terms, at }) => at < terms.length)
    const postings = list.view()
    if (postings.length > 0) visit(least, postings)
  }
}
