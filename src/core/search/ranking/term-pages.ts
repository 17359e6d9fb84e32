import { numberWriter, readNumbers } from './numbers.ts'

/**
 * The words of a segment, packed into pages: a row for each word would cost more than all that is in it. A word follows
 * its predecessor without the bytes that both begin with, and each has its first block of postings beside it.
 */

/** A word as the bytes of its UTF-8, one a character: these strings are in the order of the engines. Most words are their own. */
export type ByteString = string

const ASCII = /^\p{ASCII}*$/u

export const toBytes = (term: string): ByteString =>
  ASCII.test(term) ? term : Buffer.from(term, 'utf8').toString('latin1')

export const fromBytes = (bytes: ByteString): string =>
  ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')

/** A word with the first block of its postings. */
export type PageEntry = { term: ByteString; postings: Uint8Array }

/** A page, by its first word. */
export type TermPage = { term: string; entries: Buffer }

/** A row of about so many bytes fits into a page of either engine without spilling over. */
const PAGE_BYTES = 900
/** Two lengths of a word, and that of its postings. */
const LENGTHS_BYTES = 4

const sharedLength = (a: ByteString, b: ByteString): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}

/** Packs entries, which come in the order of their words, into pages. */
export const packPages = (entries: Iterable<PageEntry>): TermPage[] => {
  const pages: TermPage[] = []
  const writer = numberWriter()
  let first: ByteString | null = null
  let before: ByteString = ''
  const close = (): void => {
    if (first !== null) pages.push({ term: fromBytes(first), entries: writer.take() })
    first = null
  }
  for (const { term, postings } of entries) {
    if (writer.size() + LENGTHS_BYTES + term.length + postings.length > PAGE_BYTES) close()
    const shared = first === null ? 0 : sharedLength(before, term)
    first ??= term
    writer.write(shared)
    writer.write(term.length - shared)
    writer.writeLatin1(shared === 0 ? term : term.slice(shared))
    writer.write(postings.length)
    writer.writeBytes(postings)
    before = term
  }
  close()
  return pages
}

/** Longer words than nearly all are. */
const WORD_BYTES = 512

/** All entries of a page, in their order. */
export function* readPage(entries: Uint8Array): Generator<PageEntry> {
  const reader = readNumbers(entries)
  // A word is made at once of its bytes: joined of two parts it would be copied once more.
  let word = Buffer.allocUnsafe(WORD_BYTES)
  while (!reader.isAtEnd()) {
    const shared = reader.next()
    const length = reader.next()
    const end = shared + length
    if (end > word.length) word = Buffer.concat([word], end * 2)
    const begin = reader.skip(length)
    for (let at = 0; at < length; at += 1) word[shared + at] = entries[begin + at] ?? 0
    yield { term: word.toString('latin1', 0, end), postings: reader.nextBytes(reader.next()) }
  }
}

/** How many bytes are those of a word, from one of its letters on. */
const beginsAlike = (
  bytes: Uint8Array,
  { begin, length: room }: { begin: number; length: number },
  rest: ByteString,
): number => {
  const most = Math.min(room, rest.length)
  let length = 0
  while (length < most && bytes[begin + length] === rest.charCodeAt(length)) length += 1
  return length
}

/** The postings beside a word of a page; null when it is not there. */
export const findInPage = (entries: Uint8Array, term: ByteString): Uint8Array | null => {
  const reader = readNumbers(entries)
  /** How many bytes of the word the entry before began with. */
  let agreed = 0
  let left = term
  while (!reader.isAtEnd()) {
    const shared = reader.next()
    const length = reader.next()
    const begin = reader.skip(length)
    const postings = reader.next()
    const postingsBegin = reader.skip(postings)
    // Words are in order: one that has less in common than the one before comes after what is looked for.
    if (shared < agreed) return null
    if (shared > agreed) continue
    const more = beginsAlike(entries, { begin, length }, left)
    if (more === left.length && more === length) return entries.subarray(postingsBegin, postingsBegin + postings)
    agreed += more
    left = left.slice(more)
  }
  return null
}
