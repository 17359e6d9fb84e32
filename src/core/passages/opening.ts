import { mentionedIds } from '#core/papers/paper-mentions.ts'
import { splitSentences } from './cut-passages.ts'

/** As much as is read of a text: its first paragraph is rarely longer. */
const READ_CHARACTERS = 2_000

/** Headings, rules and fences say nothing on their own. */
const NOT_PROSE = /^\s*(?:#{1,6}\s|(?:[-*_]\s*){3,}$|```|~~~)/u
const LINE_START = /^\s*(?:(?:>|[-+*]|\d{1,9}[.)])\s+)*/u
/** A link or image; its words stay. */
const LINK = /!?\[(?<words>[^[\]]{0,300})\]\([^()\s]{0,500}(?:\s+"[^"]{0,100}")?\)/gu
/** Marks of emphasis and code; a character that is escaped stays. */
const MARKS = /\\(?<kept>[!-/:-@[-`{-~])|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu
/** Ids that editors put after the name of a paper, as in "the ledger of MemStrata (p113)". */
const PAPER_IDS = /\s?\(p\d{1,15}(?:(?:, | and |, and )p\d{1,15}){0,20}\)/gu

/** The lines of the first paragraph. */
const firstParagraph = (text: string): string[] => {
  const lines: string[] = []
  for (const line of text.slice(0, READ_CHARACTERS).split('\n')) {
    const isProse = line.trim() !== '' && !NOT_PROSE.test(line)
    if (isProse) lines.push(line.replace(LINE_START, '').trimEnd())
    else if (lines.length > 0) break
  }
  return lines
}

/** The first paragraph in plain words, still with the ids of papers. */
const plainOpening = (text: string): string =>
  firstParagraph(text).join(' ').replaceAll(LINK, '$<words>').replaceAll(MARKS, '$<kept>')

/** A text without the ids of papers in brackets, for places where they would be codes. */
export const withoutPaperIds = (text: string): string => text.replaceAll(PAPER_IDS, '')

/** The first paragraph of a Markdown text in plain words, for places with room for a line or two. */
export const openingOf = (text: string): string => withoutPaperIds(plainOpening(text))

const sentencesOf = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end).trim())

/** The first sentence of a Markdown text in plain words. */
export const firstSentenceOf = (text: string): string => sentencesOf(openingOf(text))[0] ?? ''

/** Words at the beginning of a sentence that point to something before it, in English. */
const POINTS_BACK =
  /^(?:again|also|although it|and|another|both|but|by contrast|conversely|despite (?:its|this|that)|even so|he|hence|her|here|his|however|in contrast|instead|it|its|likewise|moreover|neither|nor|nonetheless|nevertheless|otherwise|she|similarly|so|still|such|that|the (?:first|former|last|latter|other|same|second|third)|their|them|then|therefore|these|they|this|those|though it|thus|too|yet)(?![\p{L}\p{N}’'-])/iu
const CONTRACTED = /^(?:he|here|it|she|that|there|they|this)[’']/iu

/**
 * The first sentence of a Markdown text in plain words if it can be understood without what stands around it: it points back to nothing
 * and mentions no other paper by its id. Null otherwise.
 */
export const firstSentenceAlone = (text: string): string | null => {
  const sentence = sentencesOf(plainOpening(text))[0] ?? ''
  const pointsBack = POINTS_BACK.test(sentence) || CONTRACTED.test(sentence)
  return sentence === '' || pointsBack || mentionedIds([sentence], 1).length > 0 ? null : sentence
}

/** The first question that the first paragraph of a Markdown text asks; null if it asks none. */
export const firstQuestionOf = (text: string): string | null =>
  sentencesOf(openingOf(text)).find((sentence) => /[?？؟]$/u.test(sentence)) ?? null
