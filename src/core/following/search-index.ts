import type { Pattern } from '#core/search/search-query.ts'
import { searchFields } from '#core/search/search-query.ts'
import type { MatchablePaper } from './matchable-paper.ts'
import { matchesSearch, type StoredSearch } from './matches-search.ts'

/** Prefixes are looked up by so many of their first letters. */
const PREFIX_LETTERS = 3

const wordKey = (token: string): string => `w${token}`
const prefixKey = (prefix: string): string => `p${prefix.slice(0, PREFIX_LETTERS)}`
const facetKey = (facet: string): string => `f${facet}`

/** Each key that something a search requires may stand under. */
const keysOf = ({ fields, facets }: MatchablePaper): Set<string> => {
  const keys = new Set<string>()
  for (const facet of facets) keys.add(facetKey(facet))
  for (const name of searchFields)
    for (const token of fields[name].places.keys()) {
      keys.add(wordKey(token))
      // A single character of Chinese is a prefix, too.
      for (let letters = 1; letters <= PREFIX_LETTERS; letters += 1) keys.add(`p${token.slice(0, letters)}`)
    }
  return keys
}

/** Keys of which a paper with the pattern has each. */
const patternKeys = ({ tokens, prefix }: Pattern): string[] =>
  tokens.map((token, index) => (prefix && index === tokens.length - 1 ? prefixKey(token) : wordKey(token)))

export type SearchIndex = {
  /** How many searches it holds. */
  size: number
  /** The searches that have to be looked at for a paper; all others do not match it. */
  candidates(paper: MatchablePaper): StoredSearch[]
  /** The ids of the searches that a paper matches. */
  find(paper: MatchablePaper): number[]
}

/**
 * An index over searches: each stands under the rarest thing that it requires, a word, a prefix or a filter, so
 * that a paper is compared with those searches only that it shares that with. Those that require nothing, such as
 * that of the whole library, are compared with every paper.
 *
 * @param sample papers by which is estimated what is rare
 */
export const searchIndex = (searches: readonly StoredSearch[], sample: readonly MatchablePaper[]): SearchIndex => {
  const papersWith = new Map<string, number>()
  for (const paper of sample) for (const key of keysOf(paper)) papersWith.set(key, (papersWith.get(key) ?? 0) + 1)
  const byKey = new Map<string, StoredSearch[]>()
  const always: StoredSearch[] = []

  /** How often searches under a key will be looked at; between alike ones, what fewer searches stand under is taken. */
  const cost = (key: string): number => (papersWith.get(key) ?? 0) + 1 - 1 / (1 + (byKey.get(key)?.length ?? 0))
  const rarest = (keys: readonly string[]): string => keys.reduce((best, key) => (cost(key) < cost(best) ? key : best))
  const costOf = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + cost(key), 0)

  for (const search of searches) {
    // Of words joined by OR each needs a key.
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
