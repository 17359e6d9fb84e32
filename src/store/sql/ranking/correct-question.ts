import { editDistance } from '#core/text/edit-distance.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import { namedPaper, wordsOfProse } from '#core/search/ranking/ranked-query.ts'
import { correctableWords, likeliestSplit, maxEdits, nearestSpelling, wordSplits } from '#core/search/spelling.ts'
import { isPlainWord } from '#core/text/plain-words.ts'
import { stem } from '#core/text/tokenize.ts'
import type { Correction, UnderstoodText } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { MAX_CORRECTED_WORDS, similarSpellings } from '#store/sql/search/did-you-mean.ts'
import { readFirstBlocks } from '#store/sql/postings/read-postings.ts'
import { chooseWords } from './choose-words.ts'
import { findSynonyms, frequencies } from './find-candidates.ts'
import { absentTerms, unknownLanguage } from './unknown-language.ts'

/** Words are replaced without asking, so beside known words only long ones may be two edits away. */
const SHORT_WORD = 5
const LONG_WORD = 8
const maxSlips = (word: string): number => (word.length < SHORT_WORD ? 0 : word.length < LONG_WORD ? 1 : 2)

/** Splits unknown words into two known ones: help desk for helpdesk. */
const splitWords = async (db: Db, words: readonly string[]): Promise<string[]> => {
  const stems = new Set(words.flatMap(wordSplits).flat().map(stem))
  if (stems.size === 0) return []
  const known = frequencies(await readFirstBlocks(db, null, [...stems]))
  return words.flatMap((word) => likeliestSplit(word, (part) => known.get(stem(part)) ?? 0)?.join(' ') ?? [])
}

const understoodAs = (text: string): UnderstoodText => ({
  text,
  corrections: [],
  synonyms: [],
  kept: null,
  language: null,
})

/** Replaces unknown words of a question by similar ones, and adds other names of its concepts. Prose has words enough without. */
export const correctQuestion = async (db: Db, text: string): Promise<UnderstoodText> => {
  const prose = wordsOfProse(text)
  if (prose !== null) return { ...understoodAs(text), kept: await chooseWords(db, prose) }
  // The letters of an identifier are not words.
  if (namedPaper(text) !== null) return understoodAs(text)
  const language = await unknownLanguage(db, text)
  // Similar words of another language mean something else.
  if (language !== null) return { ...understoodAs(text), synonyms: await findSynonyms(db, text), language }
  const words = correctableWords(text).filter(({ word }) => wordWeight(stem(word)) === 1)
  const stems = [...new Set(words.map(({ word }) => stem(word)))]
  const absent = await absentTerms(db, stems)
  const notInTexts = new Set(await absentTerms(db, absent.map(passageTerm)))
  const unknown = words.filter(({ word }) => notInTexts.has(passageTerm(stem(word)))).slice(0, MAX_CORRECTED_WORDS)
  const allowed = unknown.length === words.length ? maxEdits : maxSlips
  const corrections: Correction[] = []
  let corrected = ''
  let copied = 0
  const unlike: string[] = []
  for (const { word, start, end } of unknown) {
    const near = isPlainWord(stem(word)) ? null : nearestSpelling(word, await similarSpellings(db, word))
    if (near === null || editDistance(word, near, allowed(word)) > allowed(word)) {
      unlike.push(word)
      continue
    }
    corrections.push({ from: text.slice(start, end), to: near })
    corrected += text.slice(copied, start) + near
    copied = end
  }
  const whole = corrected + text.slice(copied)
  return {
    ...understoodAs(whole),
    corrections,
    synonyms: [...(await findSynonyms(db, whole)), ...(await splitWords(db, unlike))],
  }
}
