import {
  type TitleWord,
  memoize,
  typosBetween,
  bareTitle,
  significantWords,
  titleSplits,
  titleWords,
} from './titles.ts'
import { textKey } from '#core/text/tokenize.ts'
import { namesNobody, shareAuthors } from './authors.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'

/** What two records are compared by. */
export type Work = Pick<Paper, 'title' | 'authors' | 'year'> & Identifiers

export const workMatches = ['doi', 'arxiv', 'version', 'title_year', 'near_title'] as const
/** How two records match, strongest first. */
export type WorkMatch = (typeof workMatches)[number]

/** The same in words. */
export const matchReasons: Record<WorkMatch, string> = {
  doi: 'same DOI',
  arxiv: 'same arXiv id',
  version: 'named as another version of it',
  title_year: 'same title and year',
  near_title: 'nearly the same title',
}

/** A match, or `perhaps`: they may describe one work or two, and a person has to compare them. */
export type WorkLikeness = WorkMatch | 'perhaps'

/** A preprint is published within a few years, and a record may give either year. */
const MAX_YEARS_APART = 3
/** Without authors, only the year distinguishes works with the same title. */
const MAX_YEARS_APART_WITHOUT_AUTHORS = 1
/** A shorter title is too vague without its subtitle. */
const MIN_PART_LETTERS = 3

const areAlike = (one: readonly TitleWord[], other: readonly TitleWord[]): boolean =>
  errorsBetweenTitles(one, other) < Number.POSITIVE_INFINITY

/** Whether one title is the other without its subtitle or without its main title. */
const isPart = (part: readonly TitleWord[], whole: string): boolean =>
  part.reduce((sum, { letters }) => sum + letters.length, 0) >= MIN_PART_LETTERS &&
  titleSplits(whole).some(
    ([before, behind]) =>
      (areAlike(part, before) && !makesAnotherWork(behind)) || (areAlike(part, behind) && !makesAnotherWork(before)),
  )

const areNear = (one: Work, other: Work): boolean => {
  const years = Math.abs(one.year - other.year)
  const isByNobody = namesNobody(one.authors) || namesNobody(other.authors)
  if (years > (isByNobody ? MAX_YEARS_APART_WITHOUT_AUTHORS : MAX_YEARS_APART)) return false
  return noticeOf(one.title) === noticeOf(other.title) && shareAuthors(one.authors, other.authors)
}

/** Words that neither add to a title nor change who does what in it. */
const WEIGHTLESS = new Set('a an the and is are'.split(' '))

/** The words of a title that say how its others relate, such as "by" and "with". */
const relations = (words: readonly TitleWord[]): string =>
  words
    .filter(({ letters, isStopWord }) => isStopWord && !WEIGHTLESS.has(letters))
    .map(({ letters }) => (letters === 'toward' ? 'towards' : letters))
    .join(' ')

/**
 * Whether two records describe one work; null for different works. Different arXiv ids always mean different works; different DOIs
 * may belong to a preprint and its publication. A word in only one of the titles means different works. Titles that differ in
 * what relates their words (by and with), or of which one has a subtitle that the other lacks, are left to a person.
 */
export const compareWorks = (one: Work, other: Work): WorkLikeness | null => {
  if (one.doi !== null && one.doi === other.doi) return 'doi'
  if (one.arxivId !== null && other.arxivId !== null) return one.arxivId === other.arxivId ? 'arxiv' : null
  if (!areNear(one, other)) return null
  const [a, b] = [titleWords(one.title), titleWords(other.title)]
  const isTypedAlike = areTypedAlike(one.title, other.title) || joined(a) === joined(b)
  const errors = isTypedAlike ? 0 : errorsBetweenTitles(a, b)
  if (!mayBeOfOneWork(one, other, errors === 0 ? a : [])) return null
  if (errors === DIFFERENT) return isPart(a, other.title) || isPart(b, one.title) ? 'perhaps' : null
  if (!isTypedAlike && relations(a) !== relations(b)) return 'perhaps'
  return errors === 0 && one.year === other.year ? 'title_year' : 'near_title'
}

/** How two records match as descriptions of one work; null for different works, and where a person has to decide. */
export const sameWork = (one: Work, other: Work): WorkMatch | null => {
  const likeness = compareWorks(one, other)
  return likeness === 'perhaps' ? null : likeness
}

/** A publication about another work, under the title of that work. */
const NOTICE =
  /^\W*(?:an?\s+)?(?:(?:author|publisher|editorial)(?:[’']?s[’']?)?\s+)?(?<what>erratum|errata|corrigend(?:um|a)|corrections?|addend(?:um|a)|retraction(?:\s+not(?:e|ice))?|expression of concern|reply|response|rejoinder|rebuttal|comments?|commentary|editorial|discussion|critique|re|(?:book\s+)?review|supplement(?:ary\s+(?:materials?|information))?|peer review)(?:\s+(?:to|on|for|of)\b|\W*:|\s+[-–—]|\s*[\])])/iu

/** The word that marks a title as an erratum, retraction, reply or the like; null for an ordinary title. */
const noticeOf = (title: string): string | null => NOTICE.exec(title.trim())?.groups?.what?.toLowerCase() ?? null

const ABOUT = new Set(
  'erratum errata corrigendum corrigenda correction corrections addendum addenda retraction reply response rejoinder rebuttal comment comments commentary discussion critique supplement supplementary appendix replication reproduction reproducibility revisited reloaded redux continued sequel followup later preface foreword interview obituary tutorial keynote'.split(
    ' ',
  ),
)
const NUMBERED = new Set('part parts vol volume chapter book section episode issue number no act ii iii iv'.split(' '))
/** A real subtitle is longer. */
const MAX_ADDED_WORDS = 4

const ONES = new Map(
  [
    ['one', 'first', 'i'],
    ['two', 'second', 'ii'],
    ['three', 'third', 'iii'],
    ['four', 'fourth', 'iv'],
    ['five', 'fifth', 'v'],
    ['six', 'sixth', 'vi'],
    ['seven', 'seventh', 'vii'],
    ['eight', 'eighth', 'viii'],
    ['nine', 'ninth', 'ix'],
    ['ten', 'tenth', 'x'],
  ].flatMap((words, index) => words.map((word): [string, number] => [word, index + 1])),
)

/** The number a word stands for, in digits, words or Roman numerals; null for any other word. */
const numberIn = (letters: string): number | null =>
  /^\d{1,9}$/u.test(letters) ? Number(letters) : (ONES.get(letters) ?? null)

/** Whether an addition to a title marks a different work: "Part II", "Revisited", "A reply", "2". */
const makesAnotherWork = (rest: readonly TitleWord[]): boolean => {
  const words = rest.filter(({ isStopWord }) => !isStopWord)
  if (words.length === 0) return false
  if (words.every(({ letters }) => NUMBERED.has(letters) || numberIn(letters) !== null)) return true
  const [first, second] = words
  if (first !== undefined && second !== undefined && NUMBERED.has(first.letters) && numberIn(second.letters) !== null)
    return true
  return words.length <= MAX_ADDED_WORDS && words.some(({ letters }) => ABOUT.has(letters))
}

const DIFFERENT = Number.POSITIVE_INFINITY
/** The most words that may be joined in one title and separate in the other: state-of-the-art. */
const MAX_JOINED = 4
/** Longer titles must have equal letters. */
const MAX_TITLE_WORDS = 80
/** One typo is allowed per this many letters, and one in shorter titles of at least MIN_LETTERS_FOR_ERROR. */
const LETTERS_FOR_AN_ERROR = 10
const MAX_ERRORS = 3
const MIN_LETTERS_FOR_ERROR = 8

/** The letters of several words; adjacent numbers stay separate. */
const joined = (words: readonly TitleWord[]): string =>
  words.reduce((text, { letters }) => text + (/\d$/u.test(text) && /^\d/u.test(letters) ? '.' : '') + letters, '')

const ENDINGS = /(?:ies|es|s|ed|ing|e|y)$/u
const root = (letters: string): string => letters.replace(ENDINGS, '')

/** Whether two words are inflections of each other, unlike "general" and "generative". */
const isInflected = (one: TitleWord, other: TitleWord): boolean =>
  one.stem === other.stem && root(one.letters) === root(other.letters)

const isNounOf = (one: string, other: string): boolean =>
  one.endsWith('ing') && [`${one.slice(0, -3)}ion`, `${one.slice(0, -3)}ation`].includes(other)

/** The number of typos between two words. */
const errorsBetween = (one: TitleWord, other: TitleWord): number => {
  if (one.letters === other.letters || isInflected(one, other)) return 0
  const [number, otherNumber] = [numberIn(one.letters), numberIn(other.letters)]
  if (number !== null || otherNumber !== null) return number === otherNumber ? 0 : DIFFERENT
  if (isNounOf(one.letters, other.letters) || isNounOf(other.letters, one.letters)) return 1
  return typosBetween(one, other)
}

const isJoined = (words: readonly TitleWord[], from: number, count: number, other: TitleWord | undefined): boolean =>
  other !== undefined && from + count <= words.length && joined(words.slice(from, from + count)) === other.letters

/** The fewest typos between two titles, by dynamic programming; infinite where their words differ. */
const errorsIn = (one: readonly TitleWord[], other: readonly TitleWord[]): number => {
  const width = other.length + 1
  const fewest = Array.from({ length: (one.length + 1) * width }, () => DIFFERENT)
  const at = (i: number, j: number): number => fewest[i * width + j] ?? DIFFERENT
  for (let i = one.length; i >= 0; i -= 1)
    for (let j = other.length; j >= 0; j -= 1) {
      const [a, b] = [one[i], other[j]]
      let best = a === undefined && b === undefined ? 0 : DIFFERENT
      if (a?.isStopWord === true) best = Math.min(best, at(i + 1, j))
      if (b?.isStopWord === true) best = Math.min(best, at(i, j + 1))
      if (a !== undefined && b !== undefined && at(i + 1, j + 1) < best)
        best = Math.min(best, at(i + 1, j + 1) + errorsBetween(a, b))
      for (let count = 2; count <= MAX_JOINED; count += 1) {
        if (at(i + count, j + 1) < best && isJoined(one, i, count, b)) best = at(i + count, j + 1)
        if (at(i + 1, j + count) < best && isJoined(other, j, count, a)) best = at(i + 1, j + count)
      }
      fewest[i * width + j] = best
    }
  return at(0, 0)
}

/** The letters of a title without word boundaries; adjacent numbers stay separate. */
const typedLetters = memoize((title) => textKey(bareTitle(title)).replaceAll(/(?<!\d) | (?!\d)/gu, ''))

const areTypedAlike = (one: string, other: string): boolean => typedLetters(one) === typedLetters(other)

/** A quick check: whether more words than the allowed typos neither occur in the other title nor are joined from its words. */
const areFarApart = (one: readonly TitleWord[], other: readonly TitleWord[], most: number): boolean => {
  const known = new Set(other.flatMap((word) => [word.letters, word.stem]))
  const apart = one.filter(
    ({ letters, stem, isStopWord }) =>
      !isStopWord && !known.has(letters) && !known.has(stem) && numberIn(letters) === null,
  )
  if (apart.length <= most) return false
  const isOfSeveral = ({ letters }: TitleWord): boolean =>
    other.some((word) => word.letters.length > 1 && letters.startsWith(word.letters))
  const isInOne = ({ letters }: TitleWord): boolean => other.some((word) => word.letters.includes(letters))
  return apart.filter((word) => !isOfSeveral(word) && !isInOne(word)).length > most
}

/** The number of typos between two titles; infinite where they differ otherwise. */
const errorsBetweenTitles = (one: readonly TitleWord[], other: readonly TitleWord[]): number => {
  if (one.length === 0 || other.length === 0) return DIFFERENT
  const [a, b] = [joined(significantWords(one)), joined(significantWords(other))]
  if (a === b || joined(one) === joined(other)) return 0
  if (Math.max(one.length, other.length) > MAX_TITLE_WORDS) return DIFFERENT
  const letters = Math.min(a.length, b.length)
  const allowed = Math.max(Math.floor(letters / LETTERS_FOR_AN_ERROR), letters >= MIN_LETTERS_FOR_ERROR ? 1 : 0)
  const most = Math.min(allowed, MAX_ERRORS)
  if (areFarApart(one, other, most) || areFarApart(other, one, most)) return DIFFERENT
  const errors = errorsIn(one, other)
  return errors <= most ? errors : DIFFERENT
}

/** DOI prefixes of repositories, whose works are also published elsewhere or in several versions. */
const REPOSITORIES = new Set(
  '10.1101 10.2139 10.5281 10.6084 10.13140 10.20944 10.21203 10.22541 10.26434 10.31219 10.31234 10.31235 10.35542 10.36227 10.48550 10.48448 10.64898'.split(
    ' ',
  ),
)
/** Shorter titles, such as "Editorial", are shared by many works of one publisher. */
const FEWEST_WORDS = 3

const prefixOf = (doi: string): string => doi.split('/')[0] ?? ''
const withoutVersion = (doi: string): string => doi.replace(/[./]?v\d+$/u, '')

/**
 * Whether two records may describe one work despite different DOIs. A publisher assigns one DOI to a work, unless it appeared in
 * two of its venues.
 * @param words of the common title; none where the titles differ
 */
const mayBeOfOneWork = (one: Identifiers, other: Identifiers, words: readonly TitleWord[]): boolean => {
  if (one.doi === null || other.doi === null) return true
  const [prefix, otherPrefix] = [prefixOf(one.doi), prefixOf(other.doi)]
  if (REPOSITORIES.has(prefix) || REPOSITORIES.has(otherPrefix) || prefix !== otherPrefix) return true
  if (withoutVersion(one.doi) === withoutVersion(other.doi)) return true
  return words.filter(({ isStopWord }) => !isStopWord).length >= FEWEST_WORDS
}
