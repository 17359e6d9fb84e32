import type { Identifiers } from './identifiers.ts'
import type { Paper } from './paper.ts'
import { fold } from '#core/text/tokenize.ts'
import { noticeOf, titleParts, workWords } from './work-title.ts'

/** What two descriptions of a work are compared by. */
export type Work = Pick<Paper, 'title' | 'authors' | 'year'> & Identifiers

export const workMatches = ['doi', 'arxiv', 'title_year', 'near_title'] as const
/** By what two descriptions are taken for one work. */
export type WorkMatch = (typeof workMatches)[number]

const folded = (word: string): string => fold(word).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** "J.", "J.-P." and "AB", which medical and other databases write behind a surname. */
const INITIALS = /^(?:(?:\p{Lu}\.?-?){1,3}|(?:\p{Lu}\.-?){4,5})$/u

/** A name as far as it is written the same everywhere: its last word but for initials, or the one before a comma. */
export const sortedSurname = (name: string): string => {
  const [before = ''] = name.split(',')
  const words = before.trim().split(/\s+/u)
  return folded(words.findLast((word) => !INITIALS.test(word)) ?? words.at(-1) ?? '')
}

/** A preprint is published within a few years, and a record may name either. */
const MAX_YEARS_APART = 3
/** How much of all their words two titles share at least. */
const NEAR = 0.7
/** A shorter title says too little to be recognised without its subtitle. */
const FEWEST_LETTERS = 3
/** So many words in a row are not alike by chance. */
const MANY_WORDS = 4

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index])

/** Parts and editions of a work differ in a number, and are works of their own. */
const NUMBERING = /^(?:\d+|[ivx]+|first|second|third|one|two|three)$/u

const differInNumber = (one: readonly string[], other: readonly string[]): boolean => {
  const [a, b] = [new Set(one), new Set(other)]
  const apart = [...a.symmetricDifference(b)]
  return apart.length > 0 && apart.every((word) => NUMBERING.test(word))
}

const shareOf = (one: readonly string[], other: readonly string[]): number => {
  const [a, b] = [new Set(one), new Set(other)]
  const shared = a.intersection(b).size
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** Words that run together in one title and stand apart in the other are the same letters. */
const sameLetters = (one: readonly string[], other: readonly string[]): boolean => one.join('') === other.join('')

/** A title, or what stands before or behind its colon, as words. */
const partsOf = (title: string): string[][] =>
  titleParts(title)
    .filter((part) => part !== null)
    .map(workWords)

/** Whether one title is the other without its subtitle, or without what stands before it. */
const isPart = (part: string, whole: string): boolean => {
  const words = workWords(part)
  const parts = partsOf(whole)
  return parts.length > 1 && words.join('').length >= FEWEST_LETTERS && parts.some((other) => sameList(words, other))
}

/** Whether both have a part of several words in common that says what the work is. */
const shareLongPart = (one: string, other: string): boolean =>
  partsOf(one).some((part) => part.length >= MANY_WORDS && partsOf(other).some((same) => sameList(part, same)))

const nearTitles = (one: string, other: string): boolean => {
  const [a, b] = [workWords(one), workWords(other)]
  if (a.length === 0 || b.length === 0) return false
  if (sameLetters(a, b)) return true
  if (differInNumber(a, b)) return false
  return isPart(one, other) || isPart(other, one) || shareLongPart(one, other) || shareOf(a, b) >= NEAR
}

/** Whether most of the shorter list of authors is in the longer one; a list that is missing says nothing. */
const shareAuthors = (one: readonly string[], other: readonly string[]): boolean => {
  const [a, b] = [new Set(one.map(sortedSurname)), new Set(other.map(sortedSurname))]
  const fewer = Math.min(a.size, b.size)
  return fewer === 0 || a.intersection(b).size * 2 >= fewer
}

/**
 * By what two descriptions are of one work; null when they are of two. Different ids of arXiv are different works, whatever
 * else is alike; different DOIs may be those of a preprint and its publication.
 */
export const sameWork = (one: Work, other: Work): WorkMatch | null => {
  if (one.doi !== null && one.doi === other.doi) return 'doi'
  if (one.arxivId !== null && other.arxivId !== null) return one.arxivId === other.arxivId ? 'arxiv' : null
  if (noticeOf(one.title) !== noticeOf(other.title)) return null
  if (Math.abs(one.year - other.year) > MAX_YEARS_APART || !shareAuthors(one.authors, other.authors)) return null
  if (one.year === other.year && sameLetters(workWords(one.title), workWords(other.title))) return 'title_year'
  return nearTitles(one.title, other.title) ? 'near_title' : null
}

const keysUnder = (author: string, title: string): [string, string | null] => {
  const key = (text: string): string => `${author} ${workWords(text)[0] ?? ''}`.slice(0, 100)
  const [, subtitle] = titleParts(title)
  const [whole, behind] = [key(title), subtitle === null ? null : key(subtitle)]
  return [whole, behind === whole ? null : behind]
}

/** Keys under which works that may be the same are found: the first author with the first word of title and subtitle. */
export const workKeys = ({ title, authors }: Pick<Work, 'title' | 'authors'>): [string, string | null] =>
  keysUnder(sortedSurname(authors[0] ?? ''), title)

/** Keys under which to look: also those of papers that were stored when initials behind a surname were taken for it. */
export const workKeysToLookUnder = ({ title, authors }: Pick<Work, 'title' | 'authors'>): string[] => {
  const [before = ''] = (authors[0] ?? '').split(',')
  const last = folded(before.trim().split(/\s+/u).at(-1) ?? '')
  return [...new Set([...workKeys({ title, authors }), ...keysUnder(last, title)])].filter((key) => key !== null)
}
