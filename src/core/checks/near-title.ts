import type { SearchQuery } from '../search-query.ts'
import { words } from '../search-text.ts'

/** Words of a title that are looked for: the longest, as they are the rarest. */
const ASKED = 5
/** The part of them that a near title has at least. */
const PART = 0.6
/** How much of all their words two titles share at least, to be called near (Jaccard). */
const NEAR = 0.6
/** Candidates that are read; more matches mean words too common to tell anything. */
export const CANDIDATES = 50

const titleWords = (title: string): Set<string> =>
  new Set(words(title).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** Every choice of `size` members. */
const choices = <Member>(members: readonly Member[], size: number): Member[][] => {
  if (size === 0) return [[]]
  return members.flatMap((member, at) => choices(members.slice(at + 1), size - 1).map((rest) => [member, ...rest]))
}

/**
 * Asks the index for titles with at least `PART` of the longest words of this one: whichever words are left out, one
 * of the others is there. Null for a title without words.
 */
export const nearTitleQuery = (title: string): SearchQuery | null => {
  const asked = [...titleWords(title)].toSorted((a, b) => b.length - a.length).slice(0, ASKED)
  if (asked.length === 0) return null
  const wanted = Math.ceil(asked.length * PART)
  const patterns = asked.map((token) => ({ field: 'title' as const, tokens: [token], prefix: false }))
  return { all: choices(patterns, asked.length - wanted + 1), none: [] }
}

/** Whether two titles share most of their words, in whatever order. */
export const isNearTitle = (one: string, other: string): boolean => {
  const [a, b] = [titleWords(one), titleWords(other)]
  const shared = a.intersection(b).size
  return shared > 0 && shared / (a.size + b.size - shared) >= NEAR
}
