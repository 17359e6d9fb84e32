import { fold, textKey, tokenize } from '#core/text/tokenize.ts'
import type { Paper } from '#core/papers/paper.ts'
import { surnameKey } from './authors.ts'
import { bareTitle, significantStems, titleSplits, titleParts, titlePieces, titleWords } from './titles.ts'

type Named = Pick<Paper, 'title' | 'authors'>

/** How many authors are tried, in case the first one is missing or preceded by another. */
const AUTHORS_LOOKED_UP = 3
const KEY_LENGTH = 100
/** The indexed length of a title key. */
export const TITLE_START = 60

const keyOf = (author: string, word: string): string => `${author} ${word}`.slice(0, KEY_LENGTH)

/**
 * The keys under which a work is stored, so that possible duplicates share one: the first author with the first word of the
 * title, and with the first word of the subtitle or else the last word of the title.
 */
export const workKeys = ({ title, authors }: Named): [string, string | null] => {
  const author = surnameKey(authors[0] ?? '')
  const [, subtitle] = titleParts(title)
  const stems = significantStems(titleWords(title))
  const second = subtitle === null ? stems.at(-1) : significantStems(titleWords(subtitle))[0]
  const [key, other] = [keyOf(author, stems[0] ?? ''), keyOf(author, second ?? '')]
  return [key, other === key ? null : other]
}

/** Words that may be the surname, including initials, which earlier versions used, and given names. */
const possibleSurnames = (name: string): string[] => {
  const [before = ''] = name.split(',')
  const words = before.trim().split(/\s+/u)
  const others = [words.at(-1), words[0]].map((word) => fold(word ?? '').replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return [surnameKey(name), ...others]
}

/** The keys to look up for duplicates, despite a typo, a missing author or a missing subtitle. */
export const lookupWorkKeys = ({ title, authors }: Named): string[] => {
  const parts = [titleWords(title), ...titleSplits(title).flat()].map(significantStems)
  const [typed] = tokenize(title.slice(0, KEY_LENGTH)).flatMap((word) => word.parts)
  const firsts = [...new Set(parts.map(([first = '']) => first))]
  const words = new Set([...firsts, typed?.token ?? '', ...parts.map((part) => part.at(-1) ?? '')])
  const others = authors.slice(1, AUTHORS_LOOKED_UP).map(surnameKey)
  return [
    ...new Set([
      ...possibleSurnames(authors[0] ?? '').flatMap((author) => [...words].map((word) => keyOf(author, word))),
      ...others.flatMap((author) => firsts.map((word) => keyOf(author, word))),
    ]),
  ]
}

/** Title keys to look up regardless of authors: the title as typed, its bare form, and its parts. */
export const lookupTitleKeys = ({ title }: Named): string[] => [
  ...new Set([title, bareTitle(title), ...titlePieces(title)].map(textKey)),
]

/** Longer than the few words that many titles begin with. */
const FEWEST_LETTERS_OF_BEGINNING = 24

/** The beginning of a title key to look up regardless of authors: whole words, at most `TITLE_START` characters. */
export const titleBeginning = ({ title }: Named): string => {
  const key = textKey(bareTitle(title))
  const end = key.indexOf(' ', FEWEST_LETTERS_OF_BEGINNING)
  return `${end === -1 ? key : key.slice(0, end)} `.slice(0, TITLE_START)
}
