import { splitSentences, wordEnds, type Sentence } from './split-sentences.ts'

/**
 * Cuts texts into passages. Anchors count passages, so every change of these rules moves anchors that others have written
 * down.
 */

/** Words of a passage, about. */
export const MIN_PASSAGE_WORDS = 80
export const MAX_PASSAGE_WORDS = 200
const USUAL_PASSAGE_WORDS = 140
/** What is longer for want of ends is cut between words. */
export const LONGEST_PASSAGE_WORDS = 240
/** How much further from the middle the end of a paragraph may be than the end of a sentence. */
const PARAGRAPH_BONUS = 30

/** UTF-16 offsets in the text, end exclusive. Passages follow each other without gaps: joined they are the text. */
export type PassageSpan = { start: number; end: number }

type Group = Sentence[]

const wordsOf = (group: Group): number => group.reduce((sum, { words }) => sum + words, 0)

/** Whole paragraphs, joined until they are long enough; a short rest belongs to what stands before it. */
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

/** The sentence after which the text is cut best, so that both sides come near to what they should have. */
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

/** Parts of about one size. */
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

/** A sentence that is too long, such as a table. */
const splitLong = (text: string, { start, end }: PassageSpan): PassageSpan[] => {
  const ends = wordEnds(text.slice(start, end))
  if (ends.length <= LONGEST_PASSAGE_WORDS) return [{ start, end }]
  const parts = Math.ceil(ends.length / MAX_PASSAGE_WORDS)
  const cuts = Array.from({ length: parts - 1 }, (_, index) => {
    const word = Math.round(((index + 1) * ends.length) / parts)
    return start + (ends[word - 1] ?? 0)
  })
  return [...cuts, end].map((cut, index) => ({ start: index === 0 ? start : (cuts[index - 1] ?? start), end: cut }))
}

/** The passages of a text: about 80 to 200 words each, cut at the ends of paragraphs and sentences. */
export const cutPassages = (text: string): PassageSpan[] => {
  if (text.trim() === '') return []
  return groupParagraphs(splitSentences(text))
    .flatMap(splitGroup)
    .map((group) => ({ start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 }))
    .flatMap((span) => splitLong(text, span))
}
