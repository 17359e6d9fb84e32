import { hash } from 'node:crypto'
import { toIndexTokens, splitTokens, type IndexedFields, type IndexedText } from '#core/search/indexed-fields.ts'
import { MAX_QUERY_TERMS, searchFields, type SearchField } from '#core/search/search-query.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import type { FacetToken } from '#core/search/facet-token.ts'

/** The weights that tell the fields apart. */
export const weightOf: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  title: 'A',
  authors: 'B',
  abstract: 'C',
  topics: 'D',
}

/** The key of a word in a field. Words have no capital letters: no key is also a word. */
export const fieldLexeme = (field: SearchField, token: string): string => weightOf[field] + token

/** 2^18 different ones: few enough for a small index, enough to tell nearly all papers without the phrase. */
const phraseLexeme = (phrase: string): string => `P${hash('sha256', phrase, 'base64').slice(0, 3)}`

/**
 * The keys of a run of words: each two that follow each other have one, and the same word several times in a row one
 * for each number of times. A paper with a phrase has all keys of it.
 */
export const phraseLexemes = (tokens: readonly string[]): string[] => {
  const keys: string[] = []
  let times = 1
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    times = before === token ? times + 1 : 1
    if (before === undefined || before === PHRASE_BREAK || token === PHRASE_BREAK) continue
    const phrase = times === 1 ? [before, token] : Array<string>(Math.min(times, MAX_QUERY_TERMS)).fill(token)
    keys.push(phraseLexeme(phrase.join(' ')))
  }
  return keys
}

/** A word as tsvector and tsquery read it, whatever is in it. */
export const quoteLexeme = (token: string): string => `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Places one field's words from a position on; the next free position. A break leaves its position empty. */
const addPositions = (
  { positioned, unpositioned }: IndexedText,
  place: (token: string, position: number) => void,
  first: number,
): number => {
  const tokens = splitTokens(positioned)
  for (const [index, token] of tokens.entries()) if (token !== PHRASE_BREAK) place(token, first + index)
  const behind = first + tokens.length + 1
  // Loose words share one position: no two of them follow each other.
  for (const token of splitTokens(unpositioned)) place(token, behind)
  return behind + 2
}

/** The tsvector literal of a paper: our tokens at our positions, the fields as weights; without places the keys and marks. */
export const searchVector = (fields: IndexedFields, marks: readonly FacetToken[]): string => {
  const placed = new Map<string, string[]>()
  const keys = new Set<string>(toIndexTokens(marks))
  let next = 1
  for (const field of searchFields) {
    const weight = weightOf[field]
    const place = (token: string, position: number): void => {
      const places = placed.get(token) ?? []
      places.push(`${position}${weight}`)
      placed.set(token, places)
      keys.add(fieldLexeme(field, token))
    }
    for (const key of phraseLexemes(splitTokens(fields[field].positioned))) keys.add(key)
    next = addPositions(fields[field], place, next)
  }
  const words = [...placed].map(([token, places]) => `${quoteLexeme(token)}:${places.join(',')}`)
  return [...words, ...[...keys].map(quoteLexeme)].join(' ')
}
