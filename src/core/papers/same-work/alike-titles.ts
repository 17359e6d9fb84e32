import { textKey } from '#core/text/tokenize.ts'
import { remembered } from './remembered.ts'
import { slipsBetween } from './typing-error.ts'
import { numberIn } from './work-notice.ts'
import { bareTitle, tellingWords, type TitleWord } from './work-title.ts'

/** Whether two titles are one, word by word: a title that has another word is that of another work. */

const NO_WAY = Number.POSITIVE_INFINITY
/** So many words run together in one title stand apart in the other: state-of-the-art. */
const MOST_JOINED = 4
/** Titles beyond this are compared letter by letter only. */
const MOST_WORDS = 80
/** One letter in so many may be mistyped, and one in titles that are shorter but not short. */
const LETTERS_FOR_AN_ERROR = 10
const MOST_ERRORS = 3
const FEWEST_LETTERS = 8

/** The letters of several words; two numbers stay two. */
const joined = (words: readonly TitleWord[]): string =>
  words.reduce((text, { letters }) => text + (/\d$/u.test(text) && /^\d/u.test(letters) ? '.' : '') + letters, '')

const ENDINGS = /(?:ies|es|s|ed|ing|e|y)$/u
const root = (letters: string): string => letters.replace(ENDINGS, '')

/** Endings of one noun or verb: "acting" and "action", but neither "general" and "generative". */
const isInflected = (one: TitleWord, other: TitleWord): boolean =>
  one.stem === other.stem && root(one.letters) === root(other.letters)

const isNounOf = (one: string, other: string): boolean =>
  one.endsWith('ing') && [`${one.slice(0, -3)}ion`, `${one.slice(0, -3)}ation`].includes(other)

/** How many errors of typing make one word of the other. */
const errorsBetween = (one: TitleWord, other: TitleWord): number => {
  if (one.letters === other.letters || isInflected(one, other)) return 0
  const [number, otherNumber] = [numberIn(one.letters), numberIn(other.letters)]
  if (number !== null || otherNumber !== null) return number === otherNumber ? 0 : NO_WAY
  if (isNounOf(one.letters, other.letters) || isNounOf(other.letters, one.letters)) return 1
  return slipsBetween(one, other)
}

const isJoined = (words: readonly TitleWord[], from: number, count: number, other: TitleWord | undefined): boolean =>
  other !== undefined && from + count <= words.length && joined(words.slice(from, from + count)) === other.letters

/** The fewest errors of typing between two titles; infinite where their words differ. */
const errorsIn = (one: readonly TitleWord[], other: readonly TitleWord[]): number => {
  const width = other.length + 1
  const fewest = Array.from({ length: (one.length + 1) * width }, () => NO_WAY)
  const at = (i: number, j: number): number => fewest[i * width + j] ?? NO_WAY
  for (let i = one.length; i >= 0; i -= 1)
    for (let j = other.length; j >= 0; j -= 1) {
      const [a, b] = [one[i], other[j]]
      let best = a === undefined && b === undefined ? 0 : NO_WAY
      if (a?.isSmall === true) best = Math.min(best, at(i + 1, j))
      if (b?.isSmall === true) best = Math.min(best, at(i, j + 1))
      if (a !== undefined && b !== undefined && at(i + 1, j + 1) < best)
        best = Math.min(best, at(i + 1, j + 1) + errorsBetween(a, b))
      for (let count = 2; count <= MOST_JOINED; count += 1) {
        if (at(i + count, j + 1) < best && isJoined(one, i, count, b)) best = at(i + count, j + 1)
        if (at(i + 1, j + count) < best && isJoined(other, j, count, a)) best = at(i + 1, j + count)
      }
      fewest[i * width + j] = best
    }
  return at(0, 0)
}

/** The letters as they are typed, however they are cut into words; two numbers stay two. */
const typedLetters = remembered((title) => textKey(bareTitle(title)).replaceAll(/(?<!\d) | (?!\d)/gu, ''))

/** Whether two titles have the same letters. */
export const areTypedAlike = (one: string, other: string): boolean => typedLetters(one) === typedLetters(other)

/** Whether more words of one title than may be mistyped are neither in the other nor run together of its words. */
const areFarApart = (one: readonly TitleWord[], other: readonly TitleWord[], most: number): boolean => {
  const known = new Set(other.flatMap((word) => [word.letters, word.stem]))
  const apart = one.filter(
    ({ letters, stem, isSmall }) => !isSmall && !known.has(letters) && !known.has(stem) && numberIn(letters) === null,
  )
  if (apart.length <= most) return false
  const isOfSeveral = ({ letters }: TitleWord): boolean =>
    other.some((word) => word.letters.length > 1 && letters.startsWith(word.letters))
  const isInOne = ({ letters }: TitleWord): boolean => other.some((word) => word.letters.includes(letters))
  return apart.filter((word) => !isOfSeveral(word) && !isInOne(word)).length > most
}

/** How many errors of typing lie between two titles; infinite where they say different things. */
export const errorsBetweenTitles = (one: readonly TitleWord[], other: readonly TitleWord[]): number => {
  if (one.length === 0 || other.length === 0) return NO_WAY
  const [a, b] = [joined(tellingWords(one)), joined(tellingWords(other))]
  if (a === b || joined(one) === joined(other)) return 0
  if (Math.max(one.length, other.length) > MOST_WORDS) return NO_WAY
  const letters = Math.min(a.length, b.length)
  const allowed = Math.max(Math.floor(letters / LETTERS_FOR_AN_ERROR), letters >= FEWEST_LETTERS ? 1 : 0)
  const most = Math.min(allowed, MOST_ERRORS)
  if (areFarApart(one, other, most) || areFarApart(other, one, most)) return NO_WAY
  const errors = errorsIn(one, other)
  return errors <= most ? errors : NO_WAY
}
