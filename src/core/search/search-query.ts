import { validationFailure } from '#core/failure.ts'
import { endsInSymbol, stem, tokenize, type Token, type Word } from '#core/text/tokenize.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { boundRows } from './rows/bound-rows.ts'

/** The fields a word may be bound to (contract 10). */
export const searchFields = ['title', 'authors', 'abstract', 'topics'] as const
export type SearchField = (typeof searchFields)[number]

/** Adjacent tokens; with `prefix` the last token is a prefix. */
export type Pattern = { field: SearchField | null; tokens: string[]; prefix: boolean }

/**
 * A parsed query: a paper matches when each of `all` has a pattern that it contains and it contains none of
 * `none`. An empty `all` with an empty `none` matches nothing: the text had no word in it.
 */
export type SearchQuery = { all: Pattern[][]; none: Pattern[] }

export const MAX_QUERY_CHARACTERS = 256
export const MAX_QUERY_TERMS = 16
/** Shorter prefixes would touch a large part of every index; they are taken as words. */
export const MIN_PREFIX_LENGTH = 3
/** Of a longer phrase the first words count: each further word is checked at every position of the others. */
export const MAX_PHRASE_WORDS = 12
/** Prefixes after a hyphen, as in long-hor*, are checked position by position; further ones are taken as words. */
export const MAX_PHRASE_PREFIXES = 2

const FIELD_NAMES: Record<string, SearchField> = {
  title: 'title',
  author: 'authors',
  authors: 'authors',
  abstract: 'abstract',
  topic: 'topics',
  topics: 'topics',
}

type Operator = { operator: 'OR' | 'AND' }
type TypedTerm = { excluded: boolean; field: SearchField | null; text: string; quoted: boolean }
type Item = Operator | TypedTerm

const ITEM = /(?<minus>-?)(?:(?<field>[a-z]+):)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/giu

const parseItem = (match: RegExpExecArray): Item => {
  if (match[0] === 'OR' || match[0] === 'AND') return { operator: match[0] }
  const { minus = '', field = '', phrase, word = '' } = match.groups ?? {}
  const name = field.toLowerCase()
  const known = Object.hasOwn(FIELD_NAMES, name) ? (FIELD_NAMES[name] ?? null) : null
  // An unknown field name is a typed word like any other: `gpt:4` looks for gpt and 4.
  const text = known === null && field !== '' ? `${field} ${phrase ?? word}` : (phrase ?? word)
  return { excluded: minus === '-', field: known, text, quoted: phrase !== undefined }
}

/** A run of CJK ends in the middle of one in the paper: only its pairs are required. */
const withoutTrailingSingle = (tokens: Token[]): Token[] =>
  tokens.at(-1)?.single === 'last' ? tokens.slice(0, -1) : tokens

const pattern = (tokens: Token[], field: SearchField | null): Pattern[] => {
  const required = withoutTrailingSingle(tokens)
  if (required.length === 0) return []
  const single = required.length === 1 && required[0]?.single === 'whole'
  return [{ field, tokens: required.map(({ token }) => token), prefix: single }]
}

/** A typed word matches as its parts in a row, or joined; with a sign, as in c++, only with that sign. */
const alternatives = ({ parts, joined }: Word, field: SearchField | null): Pattern[] => [
  ...pattern(parts, field),
  ...joined.flatMap((token) => pattern([token], field)),
]

/** What may follow the typed letters in a word that the index knows only by a shorter stem. */
const SUFFIXES =
  'al d e ed ent er es ess g ing ion ity ive l lity ly m n nal ness ng nt on r s ss t tion tive ty ulness us ve y'.split(
    ' ',
  )

/** `plannin*` must find planning, which the index knows as plan. */
const shorterStems = (prefix: string): string[] => {
  const longer = SUFFIXES.map((ending) => stem(prefix + ending))
  // What was typed may be the whole word, whatever its stem: `useful*` must find useful, which the index knows as us.
  const shorter = [stem(prefix), ...longer].filter(
    (found) => !found.startsWith(prefix) && prefix.startsWith(found.slice(0, -1)),
  )
  return [...new Set(shorter)]
}

const prefixAlternatives = (text: string, field: SearchField | null): Pattern[] | null => {
  const typed = tokenize(text, false).flatMap((word) => word.parts)
  const last = typed.at(-1)
  if (last === undefined || last.single !== undefined || last.token.length < MIN_PREFIX_LENGTH) return null
  // Nothing follows the sign of c++.
  if (endsInSymbol(last.token)) return null
  const before = typed.slice(0, -1).map(({ token }) => stem(token))
  return [
    { field, tokens: [...before, last.token], prefix: true },
    ...shorterStems(last.token).map((token) => ({ field, tokens: [...before, token], prefix: false })),
  ]
}

type Term = { excluded: boolean; groups: Pattern[][]; size: number }

const parseTerm = (item: TypedTerm): Term => {
  const { excluded, field, text, quoted } = item
  const found = tokenize(text)
  if (quoted) {
    const row = found.slice(0, MAX_PHRASE_WORDS).flatMap((word) => word.parts)
    const phrase = pattern(row, field)
    return { excluded, groups: phrase.length === 0 ? [] : [phrase], size: found.length }
  }
  const prefixed = text.endsWith('*') ? prefixAlternatives(text, field) : null
  if (prefixed !== null) return { excluded, groups: [prefixed], size: found.length }
  return {
    excluded,
    groups: found.map((word) => alternatives(word, field)).filter((group) => group.length > 0),
    size: found.length,
  }
}

const isPhrasePrefix = ({ text, quoted }: TypedTerm): boolean =>
  !quoted && text.endsWith('*') && tokenize(text, false).flatMap((word) => word.parts).length > 1

/** Keeps the asterisk of as many prefixes after a hyphen as a query may have. */
const limitPhrasePrefixes = (items: readonly Item[]): Item[] => {
  let seen = 0
  return items.map((item) => {
    if ('operator' in item || !isPhrasePrefix(item)) return item
    seen += 1
    return seen > MAX_PHRASE_PREFIXES ? { ...item, text: item.text.replace(/\*+$/u, '') } : item
  })
}

/** OR joins two wanted terms; AND, which is what a space means anyway, may stand before any. */
const isJoin = (operator: 'OR' | 'AND', before: Item | undefined, after: Item | undefined): boolean =>
  [before, after].every((item) => item !== undefined && !('operator' in item) && (operator === 'AND' || !item.excluded))

const operatorAsTerm = (operator: string): TypedTerm => ({
  excluded: false,
  field: null,
  text: operator,
  quoted: false,
})

const addTerm = (query: SearchQuery, { excluded, groups }: Term, join: boolean): void => {
  if (excluded) {
    // Excluding `a,b` excludes papers with either.
    query.none.push(...groups.flat())
    return
  }
  const last = query.all.at(-1)
  const [first, ...rest] = groups
  if (join && last !== undefined && first !== undefined) {
    last.push(...first)
    query.all.push(...rest)
  } else query.all.push(...groups)
}

/** A term as it was typed: what it stands for, and whether OR joins it to the one before. */
export type QueryTerm = Term & { text: string; isPlain: boolean; joinsPrevious: boolean }

/** The terms of a typed text, in their order. */
export const parseQueryTerms = (text: string): QueryTerm[] => {
  // Papers are stored in NFC: composed syllables and letters must be typed alike.
  const items = limitPhrasePrefixes([...text.normalize('NFC').matchAll(ITEM)].map(parseItem))
  const terms: QueryTerm[] = []
  let joinsPrevious = false
  for (const [index, item] of items.entries()) {
    if ('operator' in item && isJoin(item.operator, items[index - 1], items[index + 1])) {
      joinsPrevious = item.operator === 'OR'
      continue
    }
    const typed = 'operator' in item ? operatorAsTerm(item.operator) : item
    const isPlain = !typed.excluded && !typed.quoted && typed.field === null && !typed.text.endsWith('*')
    terms.push({ ...parseTerm(typed), text: typed.text, isPlain, joinsPrevious })
    joinsPrevious = false
  }
  return terms
}

/** The terms as one query. */
export const joinQueryTerms = (terms: readonly QueryTerm[]): SearchQuery => {
  const query: SearchQuery = { all: [], none: [] }
  for (const term of terms) addTerm(query, term, term.joinsPrevious)
  return boundRows(query)
}

/** Throws `invalid` for a text that is too long. */
export const checkQueryLength = (text: string, most: number): void => {
  if (codePointLength(text) > most)
    throw validationFailure([{ path: 'q', message: `must have at most ${most} characters` }])
}

/** Parses what a person typed. Throws `invalid` for more than 256 characters or 16 words; nothing else is an error. */
export const parseSearchQuery = (text: string): SearchQuery => {
  checkQueryLength(text, MAX_QUERY_CHARACTERS)
  const terms = parseQueryTerms(text)
  if (terms.reduce((sum, { size }) => sum + size, 0) > MAX_QUERY_TERMS)
    throw validationFailure([{ path: 'q', message: `must have at most ${MAX_QUERY_TERMS} words` }])
  return joinQueryTerms(terms)
}
