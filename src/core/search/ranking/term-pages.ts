/** Variable-length integers (LEB128): seven bits per byte, lowest first. */

const MORE = 0x80
const MAX_BYTES = 8
const FIRST_SIZE = 4_096

export type NumberWriter = {
  write(value: number): void
  writeBytes(bytes: Uint8Array): void
  /** One byte per character. */
  writeLatin1(text: string): void
  /** The number of bytes not taken yet. */
  size(): number
  /** A copy of the bytes written since the last call. */
  take(): Buffer
}

export const numberWriter = (): NumberWriter => {
  let bytes = Buffer.alloc(FIRST_SIZE)
  let at = 0
  const makeRoom = (count: number): void => {
    if (at + count > bytes.length) bytes = Buffer.concat([bytes], (bytes.length + count) * 2)
  }
  return {
    write: (value) => {
      makeRoom(MAX_BYTES)
      let rest = value
      while (rest >= MORE) {
        bytes[at] = (rest % MORE) + MORE
        rest = Math.floor(rest / MORE)
        at += 1
      }
      bytes[at] = rest
      at += 1
    },
    writeBytes: (given) => {
      makeRoom(given.length)
      bytes.set(given, at)
      at += given.length
    },
    writeLatin1: (text) => {
      makeRoom(text.length)
      for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index)
      at += text.length
    },
    size: () => at,
    take: () => {
      const taken = Buffer.allocUnsafe(at)
      bytes.copy(taken, 0, 0, at)
      at = 0
      return taken
    },
  }
}

export type NumberReader = {
  next(): number
  /** Fills an array with running sums of the next numbers. */
  nextSums(sums: Uint32Array): void
  /** A view, not a copy. */
  nextBytes(count: number): Uint8Array
  /** Skips bytes and returns their offset, which is cheaper than creating a view. */
  skip(count: number): number
  isAtEnd(): boolean
}

export const readNumbers = (bytes: Uint8Array): NumberReader => {
  let at = 0
  const next = (): number => {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = bytes[at] ?? 0
      at += 1
      if (byte < MORE) return value + byte * unit
      value += (byte - MORE) * unit
      unit *= MORE
    }
  }
  return {
    next,
    nextSums: (sums) => {
      let sum = 0
      for (let index = 0; index < sums.length; index += 1) {
        const byte = bytes[at] ?? 0
        const second = bytes[at + 1] ?? 0
        // Nearly all numbers have one or two bytes.
        if (byte < MORE) {
          at += 1
          sum += byte
        } else if (second < MORE) {
          at += 2
          sum += byte - MORE + second * MORE
        } else sum += next()
        sums[index] = sum
      }
    },
    nextBytes: (count) => {
      const found = bytes.subarray(at, at + count)
      at += count
      return found
    },
    skip: (count) => {
      at += count
      return at - count
    },
    isAtEnd: () => at >= bytes.length,
  }
}

/**
 * The words of a segment, packed into pages, since the overhead of one row per word would exceed its content. Words are
 * prefix-compressed, each followed by its first block of postings.
 */

/** A word as UTF-8 bytes, one per character, so that strings sort as in the engines. ASCII words are unchanged. */
export type ByteString = string

const ASCII = /^\p{ASCII}*$/u

export const toBytes = (term: string): ByteString =>
  ASCII.test(term) ? term : Buffer.from(term, 'utf8').toString('latin1')

export const fromBytes = (bytes: ByteString): string =>
  ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')

/** A word with the first block of its postings. */
export type PageEntry = { term: ByteString; postings: Uint8Array }

/** A page, keyed by its first word. */
export type TermPage = { term: string; entries: Buffer }

/** A row of about this size fits into a page of either engine without overflow. */
const PAGE_BYTES = 900
/** The lengths of the shared prefix, the rest of the word, and the postings. */
const LENGTHS_BYTES = 4

const sharedLength = (a: ByteString, b: ByteString): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}

/** Packs entries into pages. @param entries ordered by word */
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

/** Longer than nearly all words. */
const WORD_BYTES = 512

/** All entries of a page, in order. */
export function* readPage(entries: Uint8Array): Generator<PageEntry> {
  const reader = readNumbers(entries)
  // Decoding from one buffer saves a copy compared with joining two strings.
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

/** The length of the common prefix of an entry and the rest of a word. */
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

/** The first block of postings of a word in a page; null if absent. */
export const findInPage = (entries: Uint8Array, term: ByteString): Uint8Array | null => {
  const reader = readNumbers(entries)
  /** The length of the prefix shared with the previous entry. */
  let agreed = 0
  let left = term
  while (!reader.isAtEnd()) {
    const shared = reader.next()
    const length = reader.next()
    const begin = reader.skip(length)
    const postings = reader.next()
    const postingsBegin = reader.skip(postings)
    // Words are ordered: one that shares less than the previous one comes after the wanted word.
    if (shared < agreed) return null
    if (shared > agreed) continue
    const more = beginsAlike(entries, { begin, length }, left)
    if (more === left.length && more === length) return entries.subarray(postingsBegin, postingsBegin + postings)
    agreed += more
    left = left.slice(more)
  }
  return null
}
