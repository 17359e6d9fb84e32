import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { ourTexts, sourcesById, type Finding, type Sources } from './our-texts.ts'

/** More words in a row than this, names and numbers apart, are a copied sentence. */
export const LONGEST_RUN = 8

type Words = { key: string[]; counts: boolean[] }

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu

/** A word counts unless it is a number or a name: capitalized within a sentence, or with a digit or a second capital. */
const wordsOf = (text: string): Words => {
  const words: Words = { key: [], counts: [] }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const startsSentence = /(?:^|[.!?:]\s+|\n)$/u.test(text.slice(Math.max(0, index - 3), index))
    const isName = /\d/u.test(word) || /.\p{Lu}/u.test(word) || (/^\p{Lu}/u.test(word) && !startsSentence)
    words.key.push(word.toLowerCase())
    words.counts.push(!isName)
  }
  return words
}

/** The longest run of words that two texts share, as it stands in the first, and how many of its words count. */
export const longestCommonRun = (ours: string, theirs: string): { length: number; run: string } => {
  const a = wordsOf(ours)
  const b = wordsOf(theirs)
  let best = { length: 0, run: '' }
  let above: { words: number; counted: number }[] = []
  for (const [i, key] of a.key.entries()) {
    const row: { words: number; counted: number }[] = []
    for (const [j, other] of b.key.entries()) {
      if (key !== other) continue
      const before = above[j - 1] ?? { words: 0, counted: 0 }
      const counted = before.counted + (a.counts[i] === true && b.counts[j] === true ? 1 : 0)
      row[j] = { words: before.words + 1, counted }
      if (counted > best.length) best = { length: counted, run: a.key.slice(i - before.words, i + 1).join(' ') }
    }
    above = row
  }
  return best
}

/** No text of ours shares more than LONGEST_RUN words in a row with a source of the papers that it rests on. */
export const checkCopying = (
  corpus: StarterCorpus,
  sources: Sources,
): { findings: Finding[]; longest: { length: number; run: string } } => {
  const byId = sourcesById(corpus, sources)
  const findings: Finding[] = []
  let longest = { length: 0, run: '' }
  for (const { place, text, papers } of ourTexts(corpus))
    for (const id of papers) {
      const found = longestCommonRun(text, byId.get(id)?.abstract ?? '')
      if (found.length > longest.length) longest = found
      if (found.length > LONGEST_RUN)
        findings.push({
          place,
          message: `shares ${found.length} words in a row with the source of ${id}: ${found.run}`,
        })
    }
  return { findings, longest }
}
