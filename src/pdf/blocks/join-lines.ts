/** Lines of a paragraph put together, with the words that were broken at their ends. */

const HYPHEN_AT_END = /(?<before>[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)[-\u2010\u00ad]$/u
const WORD_AT_START = /^(?<behind>[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)/u
const WORDS = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/gu

/** How often each word of a document stands within a line, in lower case: words that are broken are looked up there. */
export type KnownWords = ReadonlyMap<string, number>

export const knownWords = (lines: Iterable<string>): KnownWords => {
  const words = new Map<string, number>()
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(WORDS)) {
      const plain = word.replaceAll('\u2010', '-')
      words.set(plain, (words.get(plain) ?? 0) + 1)
    }
  return words
}

/** Whether the hyphen between two parts of a word belongs to it. Most do not: words are broken more often than joined. */
const keepsHyphen = (before: string, behind: string, words: KnownWords): boolean => {
  if (!/^\p{Ll}/u.test(behind) || /\p{N}$/u.test(before)) return true
  const [first, last] = [before.toLowerCase(), behind.toLowerCase()]
  const count = (word: string): number => words.get(word) ?? 0
  const joined = `${first.split('-').at(-1) ?? ''}${last.split('-')[0] ?? ''}`
  const [apart, whole] = [count(`${first}-${last}`), count(`${first}${last}`) + count(joined)]
  // Nobody has seen it elsewhere: a word with further hyphens has this one as well.
  return apart === 0 && whole === 0 ? last.includes('-') : apart > whole
}

/** Puts a line behind a text. */
export const joinLine = (text: string, line: string, words: KnownWords): string => {
  if (text === '') return line
  const before = HYPHEN_AT_END.exec(text)?.groups?.before
  const behind = WORD_AT_START.exec(line)?.groups?.behind
  if (before !== undefined && behind !== undefined) {
    const isHyphen = !text.endsWith('\u00ad') && keepsHyphen(before, behind, words)
    return `${text.slice(0, -1)}${isHyphen ? '-' : ''}${line}`
  }
  return /[\u2014/]$/u.test(text) && WORD_AT_START.test(line) ? `${text}${line}` : `${text} ${line}`
}

export const joinLines = (lines: readonly string[], words: KnownWords): string => {
  let text = ''
  for (const line of lines) text = joinLine(text, line, words)
  return text
}
