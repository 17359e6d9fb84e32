/** How well one text has the words of another one in their order. */

const HYPHENS = /[-\u2010\u2011\u00ad]\s*/gu
/** A letter without its accent. */
const DOTLESS = /ı(?=\p{M})/gu
const WORD = /[\p{L}\p{N}]+/gu
const ESCAPED = /\\(?=[!-/:-@[-`{-~])/gu

/** Words in lower case without hyphens, because only one of the texts may break a word. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(ESCAPED, '')
    .replaceAll(DOTLESS, 'i')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(HYPHENS, '')
    .match(WORD) ?? []

/** Joins words that the other text writes as one: missing spaces are not counted as missing words. */
const respaced = (words: readonly string[], other: ReadonlySet<string>): string[] => {
  const found: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const [first = '', second] = words.slice(index, index + 2)
    const isSplit = second !== undefined && other.has(first + second) && !(other.has(first) && other.has(second))
    found.push(isSplit ? first + second : first)
    if (isSplit) index += 1
  }
  return found
}

const BROKEN = /\p{L}[-\u2010\u00ad]\s*$/u
const NUMBERS = /\d+/gu

/** Lines without those that are left out, and without words whose other half is on one of them. */
const keepLines = (lines: readonly string[], isKept: (line: string) => boolean): string[] => {
  const kept = lines.map(isKept)
  return lines.flatMap((line, index) => {
    if (kept[index] !== true) return []
    const before =
      kept[index - 1] === false && BROKEN.test(lines[index - 1] ?? '') ? line.replace(/^\s*\S+/u, '') : line
    return [kept[index + 1] === false && BROKEN.test(line) ? before.replace(/\S+\s*$/u, '') : before]
  })
}

/** A line without its numbers. */
const shape = (line: string): string => line.trim().replaceAll(NUMBERS, '#')

/**
 * The body text of a reference: its lines of at least five words of which four in five consist of letters, without those that come again
 * on three pages but for their numbers. So formulas, rows of tables, labels of figures, headers and numbers of pages are
 * left out, and the short last lines of paragraphs with them.
 * @param text pages are parted by form feeds, as "pdftotext" writes them
 */
export const bodyText = (text: string): string => {
  const pages = text.split('\f').map((page) => page.split('\n'))
  const seen = new Map<string, number>()
  for (const page of pages) for (const line of new Set(page.map(shape))) seen.set(line, (seen.get(line) ?? 0) + 1)
  const isBody = (line: string): boolean => {
    const words = line.match(WORD) ?? []
    const worded = words.filter((word) => /^\p{L}{2,}$|^[aI]$/u.test(word))
    return words.length >= 5 && worded.length >= 0.8 * words.length && (seen.get(shape(line)) ?? 0) < 3
  }
  return pages.flatMap((page) => keepLines(page, isBody)).join('\n')
}

/** Length of the longest common subsequence, by rows of bits (Hyyrö 2004). */
export const commonWords = (reference: readonly string[], words: readonly string[]): number => {
  const places = new Map<string, bigint>()
  for (const [index, word] of reference.entries()) places.set(word, (places.get(word) ?? 0n) | (1n << BigInt(index)))
  const all = (1n << BigInt(reference.length)) - 1n
  let row = all
  for (const word of words) {
    const match = row & (places.get(word) ?? 0n)
    row = ((row + match) | (row - match)) & all
  }
  return reference.length - (row.toString(2).match(/1/gu)?.length ?? 0)
}

export type WordOrder = {
  /** Words of the reference. */
  words: number
  /** The share of words in the longest common subsequence. */
  strict: number
  /** The same, with words that only one of the texts separates counted as one. */
  respaced: number
}

const share = (count: number, of: number): number => (of === 0 ? 1 : count / of)

/** How much of a reference a text has, in its order. */
export const wordOrder = (reference: string, text: string): WordOrder => {
  const [wanted, found] = [wordsOf(reference), wordsOf(text)]
  const strict = commonWords(wanted, found)
  const [joinedWanted, joinedFound] = [respaced(wanted, new Set(found)), respaced(found, new Set(wanted))]
  const loose = commonWords(joinedWanted, joinedFound)
  return { words: wanted.length, strict: share(strict, wanted.length), respaced: share(loose, joinedWanted.length) }
}
