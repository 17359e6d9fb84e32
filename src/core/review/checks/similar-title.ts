import type { SearchQuery } from '#core/search/search-query.ts'
import { words } from '#core/text/tokenize.ts'

/** Words of a title that are looked for: the longest, as they are the rarest. */
const ASKED = 8
/** A word in more titles than this is common: it tells nothing, and reading them all would take too long. */
export const RARE_AT_MOST = 25
/** How much of all their words two titles share at least, to be called near (Jaccard). */
const NEAR = 0.6

const titleWords = (title: string): Set<string> =>
  new Set(words(title).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** One question to the index for each word; the titles that share a rare one are the candidates. */
export const nearTitleQueries = (title: string): SearchQuery[] =>
  [...titleWords(title)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, ASKED)
    .map((token) => ({ all: [[{ field: 'title', tokens: [token], prefix: false }]], none: [] }))

/** Whether two titles share most of their words, in whatever order. */
export const isNearTitle = (one: string, other: string): boolean => {
  const [a, b] = [titleWords(one), titleWords(other)]
  const shared = a.intersection(b).size
  return shared > 0 && shared / (a.size + b.size - shared) >= NEAR
}
