/** Where sentences and words of a text end, by rules of our own: those of a platform change with its version. */

/** What ends a sentence, with closing marks and the blanks behind it. */
const SENTENCE_END = /[.!?]["'”’»)\]*_]*\s+|[。！？]["'”’」』）]*\s*/gu
/** A point behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s([])(?:\p{Lu}|al|approx|cf|ch|dr|e\.g|eq|eqs|esp|et|fig|figs|i\.e|incl|no|nos|pp|prof|ref|refs|resp|sec|sect|sects|st|tab|vol|vs)\.["'”’»)\]*_]*\s+$/iu
const LONGEST_ABBREVIATION = 16
const SMALL_LETTER = /^[\p{Ll}]/u
/** A blank line ends a paragraph. */
const PARAGRAPH_END = /\n[ \t\r]*\n\s*/gu

/** A word with the blanks behind it. Long runs and scripts without blanks count as several words. */
const WORD =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,20})\s*/gu

/** Where each match ends. A text may be hundreds of thousands of sentences, for each of which `matchAll` copies the pattern. */
function* matchEnds(text: string, pattern: RegExp): Generator<number> {
  pattern.lastIndex = 0
  while (pattern.test(text)) yield pattern.lastIndex
}

/** Words of a text as lengths of passages count them. */
export const countWords = (text: string): number => {
  let count = 0
  WORD.lastIndex = 0
  while (WORD.test(text)) count += 1
  return count
}

/** Where each word of a text ends, blanks behind it included. */
export const wordEnds = (text: string): number[] => [...matchEnds(text, WORD)]

/** A sentence with all blanks behind it: sentences joined are the text. */
export type Sentence = { start: number; end: number; words: number; endsParagraph: boolean }

const isAbbreviation = (text: string, start: number, end: number): boolean =>
  ABBREVIATION.test(text.slice(Math.max(start, end - LONGEST_ABBREVIATION), end)) ||
  SMALL_LETTER.test(text.slice(end, end + 2))

const sentenceEnds = (text: string, paragraphStart: number, paragraphEnd: number): number[] => {
  const paragraph = text.slice(paragraphStart, paragraphEnd)
  const ends: number[] = []
  for (const end of matchEnds(paragraph, SENTENCE_END)) {
    if (end < paragraph.length && !isAbbreviation(paragraph, ends.at(-1) ?? 0, end)) ends.push(end)
  }
  return [...ends, paragraph.length].map((end) => paragraphStart + end)
}

/** The sentences of a text, in order and without gaps. */
export const splitSentences = (text: string): Sentence[] => {
  const paragraphEnds = [...matchEnds(text, PARAGRAPH_END)]
  if (paragraphEnds.at(-1) !== text.length && text !== '') paragraphEnds.push(text.length)
  const sentences: Sentence[] = []
  let start = 0
  for (const paragraphEnd of paragraphEnds) {
    for (const end of sentenceEnds(text, start, paragraphEnd)) {
      const words = countWords(text.slice(start, end))
      // Blanks at the beginning of a text belong to its first sentence.
      if (words === 0) continue
      sentences.push({ start, end, words, endsParagraph: end === paragraphEnd })
      start = end
    }
  }
  return sentences
}
