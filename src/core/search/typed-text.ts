import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { MAX_QUERY_TERMS, parseSearchQuery, type SearchField, type SearchQuery } from './search-query.ts'
import { latinForms } from '#core/text/latin-forms.ts'
import { fold, tokenize } from '#core/text/tokenize.ts'

/** Suggestions while typing: the last word is a prefix, the others are whole. */

/** Of a longer text only the end is used. */
const MAX_TYPED_WORDS = Math.min(6, MAX_QUERY_TERMS)
const MAX_TYPED_CHARACTERS = 200
/** Shorter prefixes match half the library. */
export const MIN_TYPED_LETTERS = 3
/** The most suggestions of each kind. */
export const SUGGESTED = { papers: 4, concepts: 3, authors: 2 } as const

/** The last words of what was typed, folded. */
export const typedWords = (text: string): string[] =>
  tokenize(text.slice(-MAX_TYPED_CHARACTERS), false).flatMap(({ parts }) => parts.map(({ token }) => token))

/** A search for papers whose field has the words and the prefix; null if the prefix is too short. */
export const typedQuery = (text: string, field: SearchField): SearchQuery | null => {
  const words = typedWords(text)
  const last = words.at(-1)
  if (last === undefined || last.length < MIN_TYPED_LETTERS) return null
  const before = words.slice(0, -1).filter((word) => field === 'authors' || wordWeight(word) > 0)
  const asked = [...before.slice(1 - MAX_TYPED_WORDS), `${last}*`]
  return parseSearchQuery(asked.map((word) => `${field}:${word}`).join(' '))
}

/** Whether each typed word is a prefix of a word of the name. */
export const nameMatches = (name: string, typed: string): boolean => {
  const own = tokenize(name, false).flatMap(({ parts }) => parts.map(({ token }) => token))
  const words = [...own, ...own.flatMap(latinForms)]
  const asked = typedWords(typed)
  return asked.length > 0 && asked.every((prefix) => words.some((word) => word.startsWith(fold(prefix))))
}
