import type { Paper } from '#core/papers/paper.ts'
import { facetToken, facetTokens, namedFacets, ofEachName, type NamedFacet } from '#core/search/facet-token.ts'
import { filterFacetTokens } from '#core/search/paper-filter.ts'
import { fieldWords, indexedFields, joinIndexedText, splitTokens } from '#core/search/indexed-fields.ts'
import { searchFields, type SearchField, type Pattern, type SearchQuery } from '#core/search/search-query.ts'
import { PHRASE_BREAK, textKey } from '#core/text/tokenize.ts'
import type { FollowedPapers } from './followed-search.ts'

/** A public paper with the data that searches match besides its fields. */
export type PaperFacts = {
  paper: Paper
  /** The numbers of its concepts in the store. */
  concepts: readonly number[]
  hasText: boolean
}

/** The words of a field in order, and the positions of each. */
type MatchableField = { inOrder: readonly string[]; places: ReadonlyMap<string, readonly number[]> }

/** A tokenized paper. */
type MatchablePaper = { fields: Record<SearchField, MatchableField>; facets: ReadonlySet<string> }

/** Names are matched as text, since one may be followed before the store has a number for it. */
const nameMark = (facet: NamedFacet, name: string): string => `${facet} ${textKey(name)}`

const nameMarks = (names: Record<NamedFacet, string | null>): string[] =>
  namedFacets.flatMap((facet) => {
    const name = names[facet]
    return name === null ? [] : [nameMark(facet, name)]
  })

const noNumbers = ofEachName(() => null)

const fieldTokens = (text: string): MatchableField => {
  const inOrder = splitTokens(text)
  const places = new Map<string, number[]>()
  for (const [place, token] of inOrder.entries()) {
    if (token === PHRASE_BREAK) continue
    const known = places.get(token)
    if (known === undefined) places.set(token, [place])
    else known.push(place)
  }
  return { inOrder, places }
}

/** Tokenizes a paper once for all searches. */
export const matchablePaper = ({ paper, concepts, hasText }: PaperFacts): MatchablePaper => {
  const texts = indexedFields(fieldWords(paper))
  const fields = searchFields.map((field) => [field, fieldTokens(joinIndexedText(texts[field]))] as const)
  const facets = new Set([
    ...facetTokens(paper, { concepts, hasText, addedOn: null, ...noNumbers }),
    ...nameMarks(paper),
  ])
  return { fields: Object.fromEntries(fields) as Record<SearchField, MatchableField>, facets }
}

/** The facets that a followed search requires. @param concept the number of its concept */
export const requiredFacets = (filter: Omit<FollowedPapers, 'of' | 'q'>, concept: number | null): string[] => [
  ...filterFacetTokens(filter),
  ...(concept === null ? [] : [facetToken('concept', concept)]),
  ...nameMarks(filter),
]

export type StoredSearch = {
  id: number
  /** Null matches every paper with the facets. */
  query: SearchQuery | null
  facets: readonly string[]
}

const hasPrefixAt = ({ inOrder }: MatchableField, place: number, prefix: string): boolean =>
  inOrder[place]?.startsWith(prefix) === true

const hasPrefix = ({ places }: MatchableField, prefix: string): boolean => {
  for (const token of places.keys()) if (token.startsWith(prefix)) return true
  return false
}

const hasPattern = (field: MatchableField, { tokens, prefix }: Pattern): boolean => {
  const [first, ...others] = tokens
  if (first === undefined) return false
  if (others.length === 0) return prefix ? hasPrefix(field, first) : field.places.has(first)
  return (field.places.get(first) ?? []).some((place) =>
    others.every((token, index) => {
      const at = place + index + 1
      return prefix && index === others.length - 1 ? hasPrefixAt(field, at, token) : field.inOrder[at] === token
    }),
  )
}

const has = ({ fields }: MatchablePaper, pattern: Pattern): boolean =>
  pattern.field === null
    ? searchFields.some((name) => hasPattern(fields[name], pattern))
    : hasPattern(fields[pattern.field], pattern)

/** Whether a search matches a paper, by the same rules as the search engines. */
export const matchesSearch = (paper: MatchablePaper, { query, facets }: Omit<StoredSearch, 'id'>): boolean => {
  if (!facets.every((facet) => paper.facets.has(facet))) return false
  if (query === null) return true
  const { all, none } = query
  if (all.length === 0 && none.length === 0) return false
  return (
    all.every((group) => group.some((pattern) => has(paper, pattern))) && !none.some((pattern) => has(paper, pattern))
  )
}

/** Prefixes are indexed by this many letters. */
const PREFIX_LETTERS = 3

const wordKey = (token: string): string => `w${token}`
const prefixKey = (prefix: string): string => `p${prefix.slice(0, PREFIX_LETTERS)}`
const facetKey = (facet: string): string => `f${facet}`

/** All keys under which a search that matches the paper may be indexed. */
const keysOf = ({ fields, facets }: MatchablePaper): Set<string> => {
  const keys = new Set<string>()
  for (const facet of facets) keys.add(facetKey(facet))
  for (const name of searchFields)
    for (const token of fields[name].places.keys()) {
      keys.add(wordKey(token))
      // A single CJK character is a prefix too.
      for (let letters = 1; letters <= PREFIX_LETTERS; letters += 1) keys.add(`p${token.slice(0, letters)}`)
    }
  return keys
}

/** Keys that every paper with the pattern has. */
const patternKeys = ({ tokens, prefix }: Pattern): string[] =>
  tokens.map((token, index) => (prefix && index === tokens.length - 1 ? prefixKey(token) : wordKey(token)))

export type SearchIndex = {
  /** The number of searches. */
  size: number
  /** The searches that may match a paper; no others do. */
  candidates(paper: MatchablePaper): StoredSearch[]
  /** The ids of the searches that a paper matches. */
  find(paper: MatchablePaper): number[]
}

/**
 * An inverted index of searches: each is indexed under the rarest word, prefix or facet that it requires, so that a paper is
 * compared only with searches that share it. Searches without requirements, such as the whole library, are compared with every
 * paper.
 *
 * @param sample papers from which rarity is estimated
 */
export const searchIndex = (searches: readonly StoredSearch[], sample: readonly MatchablePaper[]): SearchIndex => {
  const papersWith = new Map<string, number>()
  for (const paper of sample) for (const key of keysOf(paper)) papersWith.set(key, (papersWith.get(key) ?? 0) + 1)
  const byKey = new Map<string, StoredSearch[]>()
  const always: StoredSearch[] = []

  /** How often searches under a key will be checked; ties go to the key with fewer searches. */
  const cost = (key: string): number => (papersWith.get(key) ?? 0) + 1 - 1 / (1 + (byKey.get(key)?.length ?? 0))
  const rarest = (keys: readonly string[]): string => keys.reduce((best, key) => (cost(key) < cost(best) ? key : best))
  const costOf = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + cost(key), 0)

  for (const search of searches) {
    // Each alternative of an OR needs a key.
    const choices = [
      ...search.facets.map((facet) => [facetKey(facet)]),
      ...(search.query?.all ?? []).map((group) => [...new Set(group.map((pattern) => rarest(patternKeys(pattern))))]),
    ]
    const [first, ...others] = choices
    if (first === undefined) {
      always.push(search)
      continue
    }
    const chosen = others.reduce((best, keys) => (costOf(keys) < costOf(best) ? keys : best), first)
    for (const key of chosen) {
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, [search])
      else known.push(search)
    }
  }

  const candidates = (paper: MatchablePaper): StoredSearch[] => {
    const found = new Set(always)
    for (const key of keysOf(paper)) for (const search of byKey.get(key) ?? []) found.add(search)
    return [...found]
  }
  return {
    size: searches.length,
    candidates,
    find: (paper) =>
      candidates(paper)
        .filter((search) => matchesSearch(paper, search))
        .map(({ id }) => id),
  }
}
