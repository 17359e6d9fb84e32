import { questionLanguage } from '#core/search/question-language.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'
import { readFirstBlocks } from '#store/sql/postings/read-postings.ts'
import { frequencies } from './find-candidates.ts'

/** Words that are not in the index. */
export const absentTerms = async (db: Db, terms: readonly string[]): Promise<string[]> => {
  const known = frequencies(await readFirstBlocks(db, null, terms))
  return terms.filter((term) => (known.get(term) ?? 0) <= 0)
}

/** More would not change the impression. */
const MAX_LOOKED_UP = 32

/** The language of a question of which the library lacks most words; null for English, and for one that it has. */
export const unknownLanguage = async (db: Db, text: string): Promise<string | null> => {
  const language = questionLanguage(text)
  if (language === null) return null
  const tokens = tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))
  const words = [...new Set(tokens)].filter((token) => wordWeight(token) === 1).slice(0, MAX_LOOKED_UP)
  const absent = await absentTerms(db, words)
  const inNoText = await absentTerms(db, absent.map(passageTerm))
  return inNoText.length * 2 > words.length ? language : null
}
