import anyAscii from 'any-ascii'
import { fold } from '#core/text/tokenize.ts'
import { memoize, withoutTex } from './titles.ts'

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

/** Letters of other scripts than ours. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u
const isForeign = (name: string): boolean => FOREIGN.test(name)

/** A Chinese name as it is written: the surname and one or two characters more, without spaces. */
const CHINESE =
  /^(?<surname>欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|皇甫|尉迟|尉遲|公孙|公孫|令狐|慕容|\p{Script=Han})(?<given>\p{Script=Han}{1,2})$/u

/** A name in Latin letters, by the names of its characters: 王小明 as "Wang, Xiao Ming", Юрий as "Yuriy". */
const inLatin = (name: string): string => {
  const { surname, given } = CHINESE.exec(name.trim())?.groups ?? {}
  if (surname === undefined || given === undefined) return anyAscii(name)
  return `${anyAscii(surname)}, ${Array.from(given, anyAscii).join(' ')}`
}

/** What the ways of writing a name in Latin letters have in common: Yuri and Iurii, Khoroshev and Horoshev, -poulos and -poylos. */
const commonSpelling = (letters: string): string =>
  letters
    .replaceAll(/shch|sch/gu, 'sh')
    .replaceAll('kh', 'h')
    .replaceAll(/t[sz]/gu, 'c')
    .replaceAll(/o[uyi](?=[^aeiouy])/gu, 'u')
    .replaceAll(/[jyi]+(?=[aou])/gu, '')
    .replaceAll(/[jyi]+/gu, 'i')

const parseName = memoize((name): Name => {
  const plain = (isForeign(name) ? inLatin(name) : name).replaceAll(SUFFIX, '').replaceAll(/[‐‑-]/gu, ' ')
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

const agree = (one: Name, other: Name): boolean =>
  agreeApartFrom(one.surname, one, other) || agreeApartFrom(other.surname, one, other)

const parseCommonly = memoize((name): Name => {
  const { surname, words } = parseName(name)
  return { surname: commonSpelling(surname), words: words.map(commonSpelling) }
})

/** Whether two names may be of one person. Of names in two scripts, one is read as the other would be written. */
const isSameName = (one: string, other: string): boolean =>
  agree(parseName(one), parseName(other)) ||
  (isForeign(one) !== isForeign(other) && agree(parseCommonly(one), parseCommonly(other)))

/** Bounds for long lists: of the shorter list, and of the longer one. */
const MAX_COMPARED = 40
const MAX_SEARCHED = 300

const isNamed = (name: string): boolean => !NOBODY.test(name.trim())

/** Whether a list names no person, so that it says nothing about the authors. */
export const namesNobody = (authors: readonly string[]): boolean =>
  authors.every((name) => !isNamed(name) || COLLABORATION.test(name))

/** Whether at least half of the shorter list of authors is in the longer one. */
export const shareAuthors = (one: readonly string[], other: readonly string[]): boolean => {
  if (namesNobody(one) || namesNobody(other)) return true
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const known = longer.filter(isNamed).slice(0, MAX_SEARCHED)
  const compared = shorter.filter(isNamed).slice(0, MAX_COMPARED)
  return compared.filter((name) => known.some((other) => isSameName(name, other))).length * 2 >= compared.length
}
