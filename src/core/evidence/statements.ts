import { splitSentences } from '#core/passages/cut-passages.ts'
import { type EvidenceMark, separateMarks } from '#core/text/evidence-marks.ts'

/** A mark, its number in its text from 1, and the sentence that rests on it, without marks. */
export type Statement = { mark: EvidenceMark; number: number; sentence: string }

/** The longest sentence that is kept; of a longer one, its beginning. */
const MAX_SENTENCE = 1_000

type Sentence = { start: number; end: number; text: string }

const LINE_START = /^\s*(?:(?:>|[-+*]|\d{1,9}[.)]|#{1,6})\s+)*/u

const sentencesOf = (text: string): Sentence[] =>
  splitSentences(text).map(({ start, end }) => ({
    start,
    end,
    text: text.slice(start, end).replace(LINE_START, '').replaceAll(/\s+/gu, ' ').trim(),
  }))

/** The sentences that rest on something. A mark after a sentence belongs to it, one at the beginning of a text to the first. */
export const findStatements = (markdown: string): Statement[] => {
  const { text, marks } = separateMarks(markdown)
  if (marks.length === 0) return []
  const sentences = sentencesOf(text)
  let index = 0
  return marks.map(({ at, ...mark }, place) => {
    while (index < sentences.length - 1 && (sentences[index]?.end ?? 0) < at) index += 1
    // The space after a sentence is part of it.
    const sentence = sentences[index]?.text ?? ''
    return { mark, number: place + 1, sentence: sentence.slice(0, MAX_SENTENCE).toWellFormed() }
  })
}

/** Ids of papers, dates and numbers of lists say nothing that could be checked. */
const NOT_A_CLAIM = /\bp\d{1,15}\b|\b(?:19|20)\d\d\b/gu
const NUMBER =
  /\p{N}|\b(?:twice|half|halve[sd]?|double[ds]?|triple[ds]?|tenfold|dozens?|hundreds|thousands|millions|percent|most of|majority|none of|no (?:paper|work|study))\b/iu
const COMPARISON =
  /\b(?:more|fewer|less|better|worse|faster|slower|larger|smaller|higher|lower|longer|shorter|cheaper|stronger|weaker|best|worst|fastest|largest|smallest|highest|lowest|outperform\w{0,4}|exceed\w{0,3}|beats?|surpass\w{0,3}|than)\b/iu

/** Fenced code says nothing in sentences. */
const FENCED = /^ {0,3}(?<fence>```|~~~)[^]*?(?:^ {0,3}\k<fence>|$(?![^]))/gmu

/** The sentences with a number or a comparison that rest on nothing. */
export const findUnsupported = (markdown: string): string[] => {
  const supported = new Set(findStatements(markdown).map(({ sentence }) => sentence))
  return sentencesOf(separateMarks(markdown).text.replaceAll(FENCED, ''))
    .map(({ text }) => text)
    .filter((text) => {
      const said = text.replaceAll(NOT_A_CLAIM, '')
      return (NUMBER.test(said) || COMPARISON.test(said)) && !supported.has(text.slice(0, MAX_SENTENCE).toWellFormed())
    })
}
