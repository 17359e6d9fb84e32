import { validationFailure } from '#core/failure.ts'
import { endsInSymbol, stem, tokenize, type Token, type Word } from '#core/text/tokenize.ts'
import { codePointLength } from '#core/text/normalize-text.ts'

/** The fields to which a word may be restricted (contract 10). */
export const searchFields = ['title', 'authors', 'abstract', 'topics'] as const
export type SearchField = (typeof searchFields)[number]

/** Adjacent tokens; with `prefix` the last token is a prefix. */
export type Pattern = { field: SearchField | null; tokens: string[]; prefix: boolean }

/**
 * A paper matches if it contains at least one pattern of each group in `all`, and no pattern of `none`. If both are empty, the
 * text contained no words and nothing matches.
 */
export type SearchQuery = { all: Pattern[][]; none: Pattern[] }

export const MAX_QUERY_CHARACTERS = 256
export const MAX_QUERY_TERMS = 16
/** Shorter prefixes would match a large part of every index; they count as words. */
export const MIN_PREFIX_LENGTH = 3
/** Longer phrases are truncated, since each word is checked at every position of the others. */
export const MAX_PHRASE_WORDS = 12
/** Prefixes after a hyphen, as in long-hor*, are checked position by position; further ones count as words. */
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
  // An unknown field name is an ordinary word: `gpt:4` searches for gpt and 4.
  const text = known === null && field !== '' ? `${field} ${phrase ?? word}` : (phrase ?? word)
  return { excluded: minus === '-', field: known, text, quoted: phrase !== undefined }
}

/** A CJK run may be part of a longer one in the paper, so only its pairs are required. */
const withoutTrailingSingle = (tokens: Token[]): Token[] =>
  tokens.at(-1)?.single === 'last' ? tokens.slice(0, -1) : tokens

const pattern = (tokens: Token[], field: SearchField | null): Pattern[] => {
  const required = withoutTrailingSingle(tokens)
  if (required.length === 0) return []
  const single = required.length === 1 && required[0]?.single === 'whole'
  return [{ field, tokens: required.map(({ token }) => token), prefix: single }]
}

/** A typed word matches as the phrase of its parts, or joined; with a sign, as in c++, only with that sign. */
const alternatives = ({ parts, joined }: Word, field: SearchField | null): Pattern[] => [
  ...pattern(parts, field),
  ...joined.flatMap((token) => pattern([token], field)),
]

/** Endings that may complete the typed letters to a word with a shorter stem. */
const SUFFIXES =
  'al d e ed ent er es ess g ing ion ity ive l lity ly m n nal ness ng nt on r s ss t tion tive ty ulness us ve y'.split(
    ' ',
  )

/** `plannin*` must find planning, which is indexed as plan. */
const shorterStems = (prefix: string): string[] => {
  const longer = SUFFIXES.map((ending) => stem(prefix + ending))
  // The typed letters may be a whole word: `useful*` must find useful, which is indexed as us.
  const shorter = [stem(prefix), ...longer].filter(
    (found) => !found.startsWith(prefix) && prefix.startsWith(found.slice(0, -1)),
  )
  return [...new Set(shorter)]
}

const prefixAlternatives = (text: string, field: SearchField | null): Pattern[] | null => {
  const typed = tokenize(text, false).flatMap((word) => word.parts)
  const last = typed.at(-1)
  if (last === undefined || last.single !== undefined || last.token.length < MIN_PREFIX_LENGTH) return null
  // Nothing can follow the sign of c++.
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
    const parts = found.slice(0, MAX_PHRASE_WORDS).flatMap((word) => word.parts)
    const phrase = pattern(parts, field)
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

/** Removes the asterisk from prefixes after a hyphen beyond the limit. */
const limitPhrasePrefixes = (items: readonly Item[]): Item[] => {
  let seen = 0
  return items.map((item) => {
    if ('operator' in item || !isPhrasePrefix(item)) return item
    seen += 1
    return seen > MAX_PHRASE_PREFIXES ? { ...item, text: item.text.replace(/\*+$/u, '') } : item
  })
}

/** OR joins two terms that are not excluded; AND, which is the default anyway, may precede any term. */
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
    // `-a,b` excludes papers with either.
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

/** A parsed term with its typed text. `joinsPrevious`: OR joins it to the previous one. */
export type QueryTerm = Term & { text: string; isPlain: boolean; joinsPrevious: boolean }

export const parseQueryTerms = (text: string): QueryTerm[] => {
  // Papers are stored in NFC, so queries are normalized too.
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

/** Repeated words that any phrase may have. Natural sentences have more distinct words than repeated ones. */
const FREE_REPEATS = 3
/** Total words of required phrases; a single phrase may be longer. */
const MAX_WORDS_IN_PHRASES = 8

const isPhrase = ({ tokens }: Pattern): boolean => tokens.length > 1

/** Truncates a phrase where repeated words begin to outnumber distinct ones. */
const limitRepeats = (pattern: Pattern): Pattern => {
  const { tokens } = pattern
  const different = new Set<string>()
  const end = tokens.findIndex((token, index) => {
    different.add(token)
    return index + 1 - different.size > Math.max(FREE_REPEATS, different.size)
  })
  return end === -1 ? pattern : { ...pattern, tokens: tokens.slice(0, end), prefix: false }
}

/**
 * Limits the cost of phrases, as in `"double blind"` and double-blind. An engine reads the positions of each word of a phrase in
 * every paper that contains all of them, and again for each repeated word. So phrases are truncated when words repeat too often,
 * and of many required phrases the last are searched as single words. Excluded phrases are unchanged: they are checked only in
 * papers that match the rest of the query.
 */
const limitPhrases = ({ all, none }: SearchQuery): SearchQuery => {
  let words = 0
  const required = new Set<string>()
  /** The words of a phrase that are not required already, in any position; `others` are the alternatives to the phrase. */
  const singleWords = ({ field, tokens, prefix }: Pattern, others: readonly Pattern[]): Pattern[][] =>
    tokens.flatMap((token, index) => {
      const isPrefix = prefix && index === tokens.length - 1
      if (!isPrefix && required.has(`${field} ${token}`)) return []
      required.add(`${field} ${token}`)
      return [[{ field, tokens: [token], prefix: isPrefix }, ...others]]
    })
  const boundGroup = (given: Pattern[]): Pattern[][] => {
    const group = given.map((pattern) => limitRepeats(pattern))
    const [phrase, ...otherPhrases] = group.filter(isPhrase)
    if (phrase === undefined || otherPhrases.length > 0) return [group]
    const others = group.filter((pattern) => !isPhrase(pattern))
    const isFirst = words === 0
    words += phrase.tokens.length
    if (!isFirst && words > MAX_WORDS_IN_PHRASES) return singleWords(phrase, others)
    for (const token of phrase.tokens) required.add(`${phrase.field} ${token}`)
    return [group]
  }
  return { all: all.flatMap(boundGroup), none }
}

export const joinQueryTerms = (terms: readonly QueryTerm[]): SearchQuery => {
  const query: SearchQuery = { all: [], none: [] }
  for (const term of terms) addTerm(query, term, term.joinsPrevious)
  return limitPhrases(query)
}

/** Throws `invalid` if the text is too long. */
export const checkQueryLength = (text: string, most: number): void => {
  if (codePointLength(text) > most)
    throw validationFailure([{ path: 'q', message: `must have at most ${most} characters` }])
}

/** Parses a typed search. Throws `invalid` for more than 256 characters or 16 words; nothing else is an error. */
export const parseSearchQuery = (text: string): SearchQuery => {
  checkQueryLength(text, MAX_QUERY_CHARACTERS)
  const terms = parseQueryTerms(text)
  if (terms.reduce((sum, { size }) => sum + size, 0) > MAX_QUERY_TERMS)
    throw validationFailure([{ path: 'q', message: `must have at most ${MAX_QUERY_TERMS} words` }])
  return joinQueryTerms(terms)
}

/** The words of an author's name in the search language. */
export const authorWords = (author: string): string[] =>
  (author.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => `author:${word}`)

/** Whether a sequence of words contains a phrase. */
export const containsPhrase = <T>(words: readonly T[], phrase: readonly T[]): boolean =>
  words.some((_, at) => phrase.every((word, index) => words[at + index] === word))
