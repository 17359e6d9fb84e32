import type { SearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'

/** Words of a title that are looked for: the longest, as they are the rarest. */
const MAX_QUERY_WORDS = 8
/** A word in more titles than this is common: it says nothing, and reading all of them would take too long. */
export const MAX_RARE_MATCHES = 25
/** How much of all their words two titles share at least, to be called near (Jaccard). */
const MIN_JACCARD = 0.6

const titleWords = (title: string): Set<string> =>
  new Set(tokenize(title).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** One search for each word; the titles that share a rare word are the candidates. */
export const similarTitleQueries = (title: string): SearchQuery[] =>
  [...titleWords(title)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_QUERY_WORDS)
    .map((token) => ({ all: [[{ field: 'title', tokens: [token], prefix: false }]], none: [] }))

/** Whether two titles share most of their words, in whatever order. */
export const isSimilarTitle = (one: string, other: string): boolean => {
  const [a, b] = [titleWords(one), titleWords(other)]
  const shared = a.intersection(b).size
  return shared > 0 && shared / (a.size + b.size - shared) >= MIN_JACCARD
}
