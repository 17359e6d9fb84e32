import { identifiersIn, type Identifiers } from '#core/papers/identifiers.ts'
import { textKey } from '#core/text/tokenize.ts'
import { isBibtex, readBibtexFields } from './read-bibtex.ts'

/** What a reference says of the paper that it means. */
export type ParsedReference = Identifiers & {
  /** Keys that may be its title: one where the title is known, else every row of sentences that may be it. */
  titleKeys: string[]
  /** All of it, as a key. */
  textKey: string
  /** Whether it says more than an identifier. */
  hasTitle: boolean
  years: number[]
}

const YEAR = /(?<![\d./-])(?:1[89]|20)\d{2}(?![\d/-])/gu
const ARXIV_ALONE = /^\s*\d{4}\.\d{4,5}(?:v\d+)?\s*$/u
const ADDRESS = /\bhttps?:\/\/\S+|\b(?:doi|arxiv):\s*\S+|\b10\.\d{4,9}\/\S+/giu
/** Where a title may begin or end; a run of signs is looked at from its beginning only. */
const BREAK = /(?<![.?!:;,()[\]“”"‘’«»\n\t])[.?!:;,()[\]“”"‘’«»\n\t]+(?=\s|$)|[“”"«»\n\t(]+|\s[-–—]\s/u
const MOST_PIECES = 24
const PIECES_IN_TITLE = 6
const LEAST_TITLE = 8

const yearsIn = (text: string): number[] => [...new Set((text.match(YEAR) ?? []).map(Number))]

/** Titles have commas and colons too, so every row of neighbouring pieces may be one. */
const possibleTitles = (text: string): string[] => {
  const pieces = text
    .split(BREAK)
    .filter((piece) => piece.trim() !== '')
    .slice(0, MOST_PIECES)
  const keys = pieces.flatMap((_, from) =>
    Array.from({ length: Math.min(PIECES_IN_TITLE, pieces.length - from) }, (__, more) =>
      textKey(pieces.slice(from, from + more + 1).join(' ')),
    ),
  )
  return [...new Set(keys.filter((key) => key.length >= LEAST_TITLE))]
}

/** Reads a DOI, an arXiv id, an entry in BibTeX, or a reference as it is printed. */
export const parseReference = (text: string): ParsedReference => {
  const identifiers = identifiersIn([ARXIV_ALONE.test(text) ? `arxiv:${text.trim()}` : text])
  if (!isBibtex(text)) {
    const said = text.replaceAll(ADDRESS, ' ')
    const titleKeys = possibleTitles(said)
    return { ...identifiers, titleKeys, textKey: textKey(said), hasTitle: titleKeys.length > 0, years: yearsIn(said) }
  }
  const { title = '', author = '', year = '', date = '', doi = '', eprint = '' } = readBibtexFields(text)
  const given = identifiersIn([doi, ...(eprint === '' ? [] : [`arxiv:${eprint}`]), text])
  return {
    ...given,
    titleKeys: title === '' ? [] : [textKey(title)],
    textKey: textKey(`${author} ${title} ${year} ${date}`),
    hasTitle: title !== '',
    years: yearsIn(`${year} ${date}`),
  }
}
