import { editDistance } from '#core/text/words/edit-distance.ts'
import { wordWeight } from '#core/search/ranking/filler-words.ts'
import { namedPaper } from '#core/search/named-paper.ts'
import { passageTerm } from '#core/search/ranking/passage-terms.ts'
import { correctableWords, likeliestSplit, maxEdits, nearestSpelling, wordSplits } from '#core/search/spelling.ts'
import { stem } from '#core/text/tokenize.ts'
import type { Correction, UnderstoodText } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { MAX_CORRECTED_WORDS, similarSpellings } from '#store/sql/search/did-you-mean.ts'
import { readFirstBlocks } from '#store/sql/postings/read-postings.ts'
import { findSynonyms } from './find-synonyms.ts'
import { frequencies } from './weigh-question.ts'

/** Nobody is asked before a word is replaced: beside words that are known, only long words may be two slips away. */
const SHORT_WORD = 5
const LONG_WORD = 8
const maxSlips = (word: string): number => (word.length < SHORT_WORD ? 0 : word.length < LONG_WORD ? 1 : 2)

/** The words that nothing in the index has. */
const absentTerms = async (db: Db, terms: readonly string[]): Promise<string[]> => {
  const known = frequencies(await readFirstBlocks(db, null, terms))
  return terms.filter((term) => (known.get(term) ?? 0) <= 0)
}

/** Words that no paper has, as two that papers have: help desk for helpdesk. */
const splitWords = async (db: Db, words: readonly string[]): Promise<string[]> => {
  const stems = new Set(words.flatMap(wordSplits).flat().map(stem))
  if (stems.size === 0) return []
  const known = frequencies(await readFirstBlocks(db, null, [...stems]))
  return words.flatMap((word) => likeliestSplit(word, (part) => known.get(stem(part)) ?? 0)?.join(' ') ?? [])
}

/** The question with near words in place of those that no paper has, and other names of the concepts in it. */
export const correctQuestion = async (db: Db, text: string): Promise<UnderstoodText> => {
  // Letters of an identifier are no words.
  if (namedPaper(text) !== null) return { text, corrections: [], synonyms: [] }
  const words = correctableWords(text).filter(({ word }) => wordWeight(stem(word)) === 1)
  const stems = [...new Set(words.map(({ word }) => stem(word)))]
  const absent = await absentTerms(db, stems)
  const unsaid = new Set(await absentTerms(db, absent.map(passageTerm)))
  const unknown = words.filter(({ word }) => unsaid.has(passageTerm(stem(word)))).slice(0, MAX_CORRECTED_WORDS)
  const allowed = unknown.length === words.length ? maxEdits : maxSlips
  const corrections: Correction[] = []
  let corrected = ''
  let copied = 0
  const unlike: string[] = []
  for (const { word, start, end } of unknown) {
    const near = nearestSpelling(word, await similarSpellings(db, word))
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
    text: whole,
    corrections,
    synonyms: [...(await findSynonyms(db, whole)), ...(await splitWords(db, unlike))],
  }
}
