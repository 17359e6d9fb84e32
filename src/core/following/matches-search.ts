import { searchFields, type Pattern, type SearchQuery } from '#core/search/search-query.ts'
import type { MatchableField, MatchablePaper } from './matchable-paper.ts'

/** A followed search as papers are matched with it. */
export type StoredSearch = {
  id: number
  /** Null: every paper that passes the filter. */
  query: SearchQuery | null
  facets: readonly string[]
}

const hasPrefixAt = ({ inOrder }: MatchableField, place: number, prefix: string): boolean =>
  inOrder[place]?.startsWith(prefix) === true

/** Where a word that begins so stands, for one that stands alone. */
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

/** Whether the search index would find a paper by a search: each of the rules that the engines follow, for one paper. */
export const matchesSearch = (paper: MatchablePaper, { query, facets }: Omit<StoredSearch, 'id'>): boolean => {
  if (!facets.every((facet) => paper.facets.has(facet))) return false
  if (query === null) return true
  const { all, none } = query
  if (all.length === 0 && none.length === 0) return false
  return (
    all.every((group) => group.some((pattern) => has(paper, pattern))) && !none.some((pattern) => has(paper, pattern))
  )
}
