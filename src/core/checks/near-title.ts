import type { SearchQuery } from '../search-query.ts'
import { words } from '../search-text.ts'

/** Words of a title that are looked for: the longest, as they are the rarest. */
const ASKED = 5
/** The part of them that a near title has at least. */
const PART = 0.6
/** How much of all their words two titles share at least, to be called near (Jaccard). */
const NEAR = 0.6
/** Candidates that are read for each question; more matches mean words too common to tell anything. */
export const CANDIDATES = 10

const titleWords = (title: string): Set<string> =>
  new Set(words(title).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** Every choice of `size` members. */
const choices = <Member>(members: readonly Member[], size: number): Member[][] => {
  if (size === 0) return [[]]
  return members.flatMap((member, at) => choices(members.slice(at + 1), size - 1).map((rest) => [member, ...rest]))
}

/**
 * Questions to the index that together find every title with at least `PART` of the longest words of this one. Each
 * asks for words that are all there, which the index answers at once however common they are.
 */
export const nearTitleQueries = (title: string): SearchQuery[] => {
  const asked = [...titleWords(title)].toSorted((a, b) => b.length - a.length).slice(0, ASKED)
  if (asked.length === 0) return []
  return choices(asked, Math.ceil(asked.length * PART)).map((tokens) => ({
    all: tokens.map((token) => [{ field: 'title', tokens: [token], prefix: false }]),
    none: [],
  }))
}

/** Whether two titles share most of their words, in whatever order. */
export const isNearTitle = (one: string, other: string): boolean => {
  const [a, b] = [titleWords(one), titleWords(other)]
  const shared = a.intersection(b).size
  return shared > 0 && shared / (a.size + b.size - shared) >= NEAR
}
