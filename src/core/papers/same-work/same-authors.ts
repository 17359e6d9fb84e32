import { fold } from '#core/text/tokenize.ts'
import { remembered } from './remembered.ts'
import { withoutTex } from './without-tex.ts'

const lettersOf = (word: string): string => fold(withoutTex(word)).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** "J.", "J.-P." and "AB", which medical and other databases write behind a surname. */
const INITIALS = /^(?:(?:\p{Lu}\.?-?){1,3}|(?:\p{Lu}\.-?){4,5})$/u
/** What stands behind a name and is no part of it. */
const SUFFIX = /(?:,\s*|\s+)(?:Jr|Sr|I{2,3}|IV|Ph\.?D|M\.?D)\.?(?=\s*(?:,|$))/giu

const wordsOf = (name: string): string[] => name.trim().split(/\s+/u)

/** A name as far as it is written the same everywhere: its last word but for initials, or the one before a comma. */
export const sortedSurname = remembered((name) => {
  const [before = ''] = name.replaceAll(SUFFIX, '').split(',')
  const words = wordsOf(before)
  return lettersOf(words.findLast((word) => !INITIALS.test(word)) ?? words.at(-1) ?? '')
})

/** Nobody in particular, whom a record may name instead of the authors. */
const NOBODY = /^(?:anonymous(?: authors?)?|others|et al\.?|unknown|\[?no author.*)$/iu
const COLLABORATION = /\b(?:collaboration|consortium|team|group)\b/iu

/** `words`: all words of the name, initials as single letters; `surname` is one of them. */
type Name = { surname: string; words: string[] }

/** "ue" for "ü" and the like. */
const withoutUmlaut = (letters: string): string => letters.replaceAll(/(?<=[aou])e/gu, '')

const parseName = remembered((name): Name => {
  const plain = name.replaceAll(SUFFIX, '').replaceAll(/[‐‑-]/gu, ' ')
  const [before = '', ...behind] = plain.split(',')
  // What stands before a comma is written out, also where it is short and in capitals.
  const isSorted = behind.length > 0
  const given = wordsOf(isSorted ? behind.join(' ') : before)
  const hasOther = isSorted || given.some((word) => !INITIALS.test(word))
  const words = [
    ...(isSorted ? wordsOf(before).map(lettersOf) : []),
    ...given.flatMap((word) => (hasOther && INITIALS.test(word) ? Array.from(lettersOf(word)) : [lettersOf(word)])),
  ]
  return {
    surname: withoutUmlaut(sortedSurname(plain)),
    words: words.filter((word) => word !== '').map(withoutUmlaut),
  }
})

const without = (words: readonly string[], one: string): string[] => {
  const at = words.indexOf(one)
  return at === -1 ? [...words] : words.toSpliced(at, 1)
}

/** Given names agree where one may stand for the other: by its initial, or left out. */
const agree = (one: readonly string[], other: readonly string[]): boolean => {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  return fewer.every((word) => more.some((given) => given[0] === word[0]))
}

const agreeBeside = (surname: string, one: Name, other: Name): boolean =>
  one.words.includes(surname) &&
  other.words.includes(surname) &&
  agree(without(one.words, surname), without(other.words, surname))

const isSameName = (one: Name, other: Name): boolean =>
  agreeBeside(one.surname, one, other) || agreeBeside(other.surname, one, other)

/** Of longer lists as many are compared: of the shorter one, and of the longer one. */
const MOST_COMPARED = 40
const MOST_SEARCHED = 300

const isTold = (name: string): boolean => !NOBODY.test(name.trim())

/** Whether a list names nobody: a list that is missing says nothing. */
export const namesNobody = (authors: readonly string[]): boolean =>
  authors.every((name) => !isTold(name) || COLLABORATION.test(name))

/** Whether most of the shorter list of authors is in the longer one. */
export const shareAuthors = (one: readonly string[], other: readonly string[]): boolean => {
  if (namesNobody(one) || namesNobody(other)) return true
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const known = longer.filter(isTold).slice(0, MOST_SEARCHED).map(parseName)
  const compared = shorter.filter(isTold).slice(0, MOST_COMPARED).map(parseName)
  return compared.filter((name) => known.some((other) => isSameName(name, other))).length * 2 >= compared.length
}
