import { doSteps, type Steps } from '#core/steps.ts'

/** Splits text into sentences by fixed rules, since those of `Intl.Segmenter` change with the ICU version. */

/** The end of a sentence, with closing marks and trailing space. */
const SENTENCE_END = /[.!?]["'”’»)\]*_]*\s+|[。！？]["'”’」』）]*\s*/gu
/** A period after these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s([])(?:\p{Lu}|al|approx|cf|ch|dr|e\.g|eq|eqs|esp|et|fig|figs|i\.e|incl|no|nos|pp|prof|ref|refs|resp|sec|sect|sects|st|tab|vol|vs)\.["'”’»)\]*_]*\s+$/iu
const LONGEST_ABBREVIATION = 16
const SMALL_LETTER = /^[\p{Ll}]/u
const PARAGRAPH_END = /\n[ \t\r]*\n\s*/gu

/** A word with trailing space. Long runs and scripts without spaces count as several words. */
const WORD =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,20})\s*/gu

/** The end of each match. Other work may use the same pattern in between, so the place is kept here. */
function* matchEnds(text: string, pattern: RegExp): Generator<number> {
  for (let at = 0; ;) {
    pattern.lastIndex = at
    if (!pattern.test(text)) return
    at = pattern.lastIndex
    yield at
  }
}

/** In one step; a section may have a million sentences, or a sentence two million words. */
const WORDS_IN_STEP = 10_000
const SENTENCES_IN_STEP = 1_000

function* countInSteps(text: string): Steps<number> {
  let count = 0
  for (let at = 0; ; count += 1) {
    WORD.lastIndex = at
    if (!WORD.test(text)) return count
    at = WORD.lastIndex
    if (count % WORDS_IN_STEP === WORDS_IN_STEP - 1) yield
  }
}

/** Counts words as for the length of passages. */
export const countWords = (text: string): number => doSteps(countInSteps(text))

/** The end of each word, including trailing space. */
function* wordEnds(text: string): Steps<number[]> {
  const ends: number[] = []
  for (const end of matchEnds(text, WORD)) {
    ends.push(end)
    if (ends.length % WORDS_IN_STEP === 0) yield
  }
  return ends
}

/** A sentence with trailing space, so that all sentences joined are the text. */
type Sentence = { start: number; end: number; words: number; endsParagraph: boolean }

const isAbbreviation = (text: string, start: number, end: number): boolean =>
  ABBREVIATION.test(text.slice(Math.max(start, end - LONGEST_ABBREVIATION), end)) ||
  SMALL_LETTER.test(text.slice(end, end + 2))

/** The ends of the sentences of a paragraph. */
function* sentenceEnds(text: string, paragraphStart: number, paragraphEnd: number): Generator<number> {
  const paragraph = text.slice(paragraphStart, paragraphEnd)
  let last = 0
  for (const end of matchEnds(paragraph, SENTENCE_END)) {
    if (end >= paragraph.length || isAbbreviation(paragraph, last, end)) continue
    last = end
    yield paragraphStart + end
  }
  yield paragraphEnd
}

function* paragraphEnds(text: string): Generator<number> {
  let last = 0
  for (const end of matchEnds(text, PARAGRAPH_END)) yield (last = end)
  if (last !== text.length) yield text.length
}

function* sentencesInSteps(text: string): Steps<Sentence[]> {
  const sentences: Sentence[] = []
  let start = 0
  for (const paragraphEnd of paragraphEnds(text))
    for (const end of sentenceEnds(text, start, paragraphEnd)) {
      const words = yield* countInSteps(text.slice(start, end))
      // Leading space of a text belongs to its first sentence.
      if (words === 0) continue
      sentences.push({ start, end, words, endsParagraph: end === paragraphEnd })
      start = end
      if (sentences.length % SENTENCES_IN_STEP === 0) yield
    }
  return sentences
}

/** The sentences in order, without gaps. */
export const splitSentences = (text: string): Sentence[] => doSteps(sentencesInSteps(text))

/**
 * Cuts texts into passages. Anchors count passages, so any change of these rules breaks anchors stored elsewhere.
 */

/** The approximate number of words in a passage. */
export const MIN_PASSAGE_WORDS = 80
export const MAX_PASSAGE_WORDS = 200
const USUAL_PASSAGE_WORDS = 140
/** A longer sentence is cut between words. */
export const LONGEST_PASSAGE_WORDS = 240
/** How many words further from the target the end of a paragraph may be than that of a sentence. */
const PARAGRAPH_BONUS = 30

/** UTF-16 offsets, end exclusive. Passages have no gaps: joined they are the text. */
export type PassageSpan = { start: number; end: number }

type Group = Sentence[]

const wordsOf = (group: Group): number => group.reduce((sum, { words }) => sum + words, 0)

/** Joins whole paragraphs until they are long enough; a short remainder is added to the last group. */
const groupParagraphs = (sentences: readonly Sentence[]): Group[] => {
  const groups: Group[] = []
  let group: Group = []
  let words = 0
  for (const sentence of sentences) {
    group.push(sentence)
    words += sentence.words
    if (!sentence.endsParagraph || words < MIN_PASSAGE_WORDS) continue
    groups.push(group)
    group = []
    words = 0
  }
  if (group.length === 0) return groups
  const last = groups.at(-1)
  if (last === undefined) return [group]
  return [...groups.slice(0, -1), [...last, ...group]]
}

/** The sentence after which a cut comes nearest to the target number of words. */
const nearestCut = (
  ends: readonly { words: number; endsParagraph: boolean }[],
  from: number,
  target: number,
): number => {
  let best = from
  let leastDistance = Number.POSITIVE_INFINITY
  for (let index = from; index < ends.length - 1; index += 1) {
    const { words = 0, endsParagraph = false } = ends[index] ?? {}
    const distance = Math.abs(words - target) - (endsParagraph ? PARAGRAPH_BONUS : 0)
    if (distance < leastDistance) {
      leastDistance = distance
      best = index
    }
    if (words > target + PARAGRAPH_BONUS) break
  }
  return best
}

/** Splits a group into parts of similar length. */
const splitGroup = (group: Group): Group[] => {
  const words = wordsOf(group)
  if (words <= MAX_PASSAGE_WORDS || group.length === 1) return [group]
  const parts = Math.min(group.length, Math.max(2, Math.round(words / USUAL_PASSAGE_WORDS)))
  let sum = 0
  const ends = group.map((sentence) => {
    sum += sentence.words
    return { words: sum, endsParagraph: sentence.endsParagraph }
  })
  const found: Group[] = []
  let begin = 0
  for (let part = 1; part < parts && begin < group.length - 1; part += 1) {
    const cut = nearestCut(ends, begin, (words * part) / parts)
    found.push(group.slice(begin, cut + 1))
    begin = cut + 1
  }
  found.push(group.slice(begin))
  return found
}

/** Splits a sentence that is too long, such as a table. */
function* splitLong(text: string, { start, end }: PassageSpan): Steps<PassageSpan[]> {
  const ends = yield* wordEnds(text.slice(start, end))
  if (ends.length <= LONGEST_PASSAGE_WORDS) return [{ start, end }]
  const parts = Math.ceil(ends.length / MAX_PASSAGE_WORDS)
  const cuts = Array.from({ length: parts - 1 }, (_, index) => {
    const word = Math.round(((index + 1) * ends.length) / parts)
    return start + (ends[word - 1] ?? 0)
  })
  return [...cuts, end].map((cut, index) => ({ start: index === 0 ? start : (cuts[index - 1] ?? start), end: cut }))
}

/** `cutPassages` in steps, for texts of any length. */
export function* cutPassagesInSteps(text: string): Steps<PassageSpan[]> {
  if (text.trim() === '') return []
  const passages: PassageSpan[] = []
  for (const paragraphs of groupParagraphs(yield* sentencesInSteps(text))) {
    yield
    for (const group of splitGroup(paragraphs)) {
      const span = { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 }
      for (const passage of yield* splitLong(text, span)) passages.push(passage)
      yield
    }
  }
  return passages
}

/** Passages of about 80 to 200 words, cut at the ends of paragraphs and sentences. */
export const cutPassages = (text: string): PassageSpan[] => doSteps(cutPassagesInSteps(text))
