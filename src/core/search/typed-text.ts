import { wordWeight } from './ranking/filler-words.ts'
import { MAX_QUERY_TERMS, parseSearchQuery, type SearchField, type SearchQuery } from './search-query.ts'
import { fold, tokenize } from '#core/text/tokenize.ts'

/** What somebody is typing into the search box: whole words, and a prefix. */

/** Of a longer text only the end is looked at. */
const MAX_TYPED_WORDS = Math.min(6, MAX_QUERY_TERMS)
const MAX_TYPED_CHARACTERS = 200
/** Shorter prefixes begin half the library. */
export const MIN_TYPED_LETTERS = 3
/** How many of each kind are proposed at most. */
export const SUGGESTED = { papers: 4, concepts: 3, authors: 2 } as const

const typedWords = (text: string): string[] =>
  tokenize(text.slice(-MAX_TYPED_CHARACTERS), false).flatMap(({ parts }) => parts.map(({ token }) => token))

/** A search for papers whose field has the words, and one that begins as the last word does; null for too little. */
export const typedQuery = (text: string, field: SearchField): SearchQuery | null => {
  const words = typedWords(text)
  const last = words.at(-1)
  if (last === undefined || last.length < MIN_TYPED_LETTERS) return null
  const before = words.slice(0, -1).filter((word) => field === 'authors' || wordWeight(word) > 0)
  const asked = [...before.slice(1 - MAX_TYPED_WORDS), `${last}*`]
  return parseSearchQuery(asked.map((word) => `${field}:${word}`).join(' '))
}

/** Whether each typed word begins a word of a name. */
export const nameMatches = (name: string, typed: string): boolean => {
  const words = tokenize(name, false).flatMap(({ parts }) => parts.map(({ token }) => token))
  const asked = typedWords(typed)
  return asked.length > 0 && asked.every((prefix) => words.some((word) => word.startsWith(fold(prefix))))
}
