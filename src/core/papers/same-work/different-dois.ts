import type { Identifiers } from '../identifiers.ts'
import type { TitleWord } from './work-title.ts'

/** Prefixes of servers whose works are published elsewhere as well, or in several versions. */
const REPOSITORIES = new Set(
  '10.1101 10.2139 10.5281 10.6084 10.13140 10.20944 10.21203 10.22541 10.26434 10.31219 10.31234 10.31235 10.35542 10.36227 10.48550 10.48448 10.64898'.split(
    ' ',
  ),
)
/** "Editorial", "Introduction": a title that many works of one publisher have. */
const FEWEST_WORDS = 3

const prefixOf = (doi: string): string => doi.split('/')[0] ?? ''
const withoutVersion = (doi: string): string => doi.replace(/[./]?v\d+$/u, '')

/**
 * Whether two records may be of one work in spite of their DOIs. A publisher gives one DOI to a work, unless the same
 * title came out in two of its venues.
 * @param words of the title that both have; none where the titles differ
 */
export const mayBeOfOneWork = (one: Identifiers, other: Identifiers, words: readonly TitleWord[]): boolean => {
  if (one.doi === null || other.doi === null) return true
  const [prefix, otherPrefix] = [prefixOf(one.doi), prefixOf(other.doi)]
  if (REPOSITORIES.has(prefix) || REPOSITORIES.has(otherPrefix) || prefix !== otherPrefix) return true
  if (withoutVersion(one.doi) === withoutVersion(other.doi)) return true
  return words.filter(({ isSmall }) => !isSmall).length >= FEWEST_WORDS
}
