import { fold, textKey, tokenize } from '#core/text/tokenize.ts'
import type { Paper } from '../paper.ts'
import { sortedSurname } from './same-authors.ts'
import { bareTitle, tellingStems, titleCuts, titleParts, titlePieces, titleWords } from './work-title.ts'

type Named = Pick<Paper, 'title' | 'authors'>

/** Of a title that lost its first author, or got another before him. */
const AUTHORS_TO_LOOK_UNDER = 3
const KEY_LENGTH = 100
/** So much of each title key is indexed. */
export const TITLE_START = 60

const keyOf = (author: string, word: string): string => `${author} ${word}`.slice(0, KEY_LENGTH)

/**
 * Keys under which works that may be the same are found: the first author with the first word of the title, and with
 * that of the subtitle, or with the last word of a title without one.
 */
export const workKeys = ({ title, authors }: Named): [string, string | null] => {
  const author = sortedSurname(authors[0] ?? '')
  const [, subtitle] = titleParts(title)
  const stems = tellingStems(titleWords(title))
  const second = subtitle === null ? stems.at(-1) : tellingStems(titleWords(subtitle))[0]
  const [key, other] = [keyOf(author, stems[0] ?? ''), keyOf(author, second ?? '')]
  return [key, other === key ? null : other]
}

/** What a stored paper is found by as the same: by its title, and as a work. It follows from the paper alone. */
export type PaperKeys = { title: string; work: [string, string | null] }

export const paperKeys = (paper: Named): PaperKeys => ({ title: textKey(paper.title), work: workKeys(paper) })

/** The words of a name that may be its surname: also an initial, as earlier versions took it, and a given name. */
const possibleSurnames = (name: string): string[] => {
  const [before = ''] = name.split(',')
  const words = before.trim().split(/\s+/u)
  const others = [words.at(-1), words[0]].map((word) => fold(word ?? '').replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return [sortedSurname(name), ...others]
}

/** Keys under which to look: a mistyped word, a missing author or a title without its subtitle hides a work under one. */
export const workKeysToLookUnder = ({ title, authors }: Named): string[] => {
  const parts = [titleWords(title), ...titleCuts(title).flat()].map(tellingStems)
  const [typed] = tokenize(title.slice(0, KEY_LENGTH)).flatMap((word) => word.parts)
  const firsts = [...new Set(parts.map(([first = '']) => first))]
  const words = new Set([...firsts, typed?.token ?? '', ...parts.map((part) => part.at(-1) ?? '')])
  const others = authors.slice(1, AUTHORS_TO_LOOK_UNDER).map(sortedSurname)
  return [
    ...new Set([
      ...possibleSurnames(authors[0] ?? '').flatMap((author) => [...words].map((word) => keyOf(author, word))),
      ...others.flatMap((author) => firsts.map((word) => keyOf(author, word))),
    ]),
  ]
}

/** Keys of whole titles under which to look, whoever the authors are: the title as it is typed, bare, and its parts. */
export const titleKeysToLookUnder = ({ title }: Named): string[] => [
  ...new Set([title, bareTitle(title), ...titlePieces(title)].map(textKey)),
]

/** Many titles begin with the same few words. */
const FEWEST_LETTERS_OF_BEGINNING = 24

/** How a title key begins under which to look, whoever the authors are: whole words, at most `TITLE_START` characters. */
export const titleBeginning = ({ title }: Named): string => {
  const key = textKey(bareTitle(title))
  const end = key.indexOf(' ', FEWEST_LETTERS_OF_BEGINNING)
  return `${end === -1 ? key : key.slice(0, end)} `.slice(0, TITLE_START)
}
