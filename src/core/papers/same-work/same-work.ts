import {
  type TitleWord,
  memoize,
  typosBetween,
  bareTitle,
  significantWords,
  withoutTex,
  titleSplits,
  titleWords,
} from './titles.ts'
import { textKey, fold } from '#core/text/tokenize.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'

/** What two records are compared by. */
export type Work = Pick<Paper, 'title' | 'authors' | 'year'> & Identifiers

export const workMatches = ['doi', 'arxiv', 'title_year', 'near_title'] as const
/** How two records match, strongest first. */
export type WorkMatch = (typeof workMatches)[number]

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

/**
 * How two records match as descriptions of one work; null for different works. Different arXiv ids always mean different works;
 * different DOIs may belong to a preprint and its publication. A word in only one of the titles means different works, unless it
 * is a stop word, or part of a subtitle that the other omits.
 */
export const sameWork = (one: Work, other: Work): WorkMatch | null => {
  if (one.doi !== null && one.doi === other.doi) return 'doi'
  if (one.arxivId !== null && other.arxivId !== null) return one.arxivId === other.arxivId ? 'arxiv' : null
  if (!areNear(one, other)) return null
  const [a, b] = [titleWords(one.title), titleWords(other.title)]
  const errors = areTypedAlike(one.title, other.title) ? 0 : errorsBetweenTitles(a, b)
  if (!mayBeOfOneWork(one, other, errors === 0 ? a : [])) return null
  if (errors === 0 && one.year === other.year) return 'title_year'
  return errors < Number.POSITIVE_INFINITY || isPart(a, other.title) || isPart(b, one.title) ? 'near_title' : null
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

const lettersOf = (word: string): string => fold(withoutTex(word)).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** "J.", "J.-P.", and "AB", which medical and other databases write after a surname. */
const INITIALS = /^(?:(?:\p{Lu}\.?-?){1,3}|(?:\p{Lu}\.-?){4,5})$/u
/** Suffixes that are ignored. */
const SUFFIX = /(?:,\s*|\s+)(?:Jr|Sr|I{2,3}|IV|Ph\.?D|M\.?D)\.?(?=\s*(?:,|$))/giu

const wordsOf = (name: string): string[] => name.trim().split(/\s+/u)

/** The surname: the part before a comma, or the last word that is not an initial. */
export const surnameKey = memoize((name) => {
  const [before = ''] = name.replaceAll(SUFFIX, '').split(',')
  const words = wordsOf(before)
  return lettersOf(words.findLast((word) => !INITIALS.test(word)) ?? words.at(-1) ?? '')
})

/** Placeholders for authors. */
const NOBODY = /^(?:anonymous(?: authors?)?|others|et al\.?|unknown|\[?no author.*)$/iu
const COLLABORATION = /\b(?:collaboration|consortium|team|group)\b/iu

/** `words` are all words of the name, with initials as single letters; `surname` is one of them. */
type Name = { surname: string; words: string[] }

/** Treats "ue" like "ü", and so on. */
const withoutUmlaut = (letters: string): string => letters.replaceAll(/(?<=[aou])e/gu, '')

const parseName = memoize((name): Name => {
  const plain = name.replaceAll(SUFFIX, '').replaceAll(/[‐‑-]/gu, ' ')
  const [before = '', ...behind] = plain.split(',')
  // The part before a comma is a whole word, even if it looks like initials.
  const isSorted = behind.length > 0
  const given = wordsOf(isSorted ? behind.join(' ') : before)
  const hasOther = isSorted || given.some((word) => !INITIALS.test(word))
  const words = [
    ...(isSorted ? wordsOf(before).map(lettersOf) : []),
    ...given.flatMap((word) => (hasOther && INITIALS.test(word) ? Array.from(lettersOf(word)) : [lettersOf(word)])),
  ]
  return {
    surname: withoutUmlaut(surnameKey(plain)),
    words: words.filter((word) => word !== '').map(withoutUmlaut),
  }
})

const without = (words: readonly string[], one: string): string[] => {
  const at = words.indexOf(one)
  return at === -1 ? [...words] : words.toSpliced(at, 1)
}

/** Given names agree if one may abbreviate or omit the other. */
const givenNamesAgree = (one: readonly string[], other: readonly string[]): boolean => {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  return fewer.every((word) => more.some((given) => given[0] === word[0]))
}

const agreeApartFrom = (surname: string, one: Name, other: Name): boolean =>
  one.words.includes(surname) &&
  other.words.includes(surname) &&
  givenNamesAgree(without(one.words, surname), without(other.words, surname))

const isSameName = (one: Name, other: Name): boolean =>
  agreeApartFrom(one.surname, one, other) || agreeApartFrom(other.surname, one, other)

/** Bounds for long lists: of the shorter list, and of the longer one. */
const MAX_COMPARED = 40
const MAX_SEARCHED = 300

const isNamed = (name: string): boolean => !NOBODY.test(name.trim())

/** Whether a list names no person, so that it says nothing about the authors. */
const namesNobody = (authors: readonly string[]): boolean =>
  authors.every((name) => !isNamed(name) || COLLABORATION.test(name))

/** Whether at least half of the shorter list of authors is in the longer one. */
const shareAuthors = (one: readonly string[], other: readonly string[]): boolean => {
  if (namesNobody(one) || namesNobody(other)) return true
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const known = longer.filter(isNamed).slice(0, MAX_SEARCHED).map(parseName)
  const compared = shorter.filter(isNamed).slice(0, MAX_COMPARED).map(parseName)
  return compared.filter((name) => known.some((other) => isSameName(name, other))).length * 2 >= compared.length
}
