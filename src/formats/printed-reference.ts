import { identifiersInLine, withoutListMark } from '#formats/text/identifiers.ts'
import { invertedName, namesBetweenCommas, type Person } from './record.ts'

/** What a printed reference seems to say, for a person to check. */
export type PrintedReference = { title: string | null; people: Person[]; year: number | null; url: string | null }

/** Longer than any printed reference. */
const MAX_CHARACTERS = 2_000

const ADDRESS = /^https?:\/\/\S+$/iu
const YEAR_IN_BRACKETS = /\((?<year>(?:18|19|20)\d\d)[a-z]?(?:,[^()]{0,20})?\)[.,:]?\s*/u
const BARE_YEAR = /(?<![\d.-])(?<year>(?:18|19|20)\d\d)(?![\d.-]?\d)/gu
const QUOTED = /(?:^|\s)["“„«](?<title>[^"“”„«»]{3,500})["”“»]/u
/** The end of a sentence: not the dot after an initial, and not one within an abbreviation of one letter. */
const SENTENCE_END = /(?<=[\p{Ll}\p{N})\]]{2})\.\s+|(?<=[?!])\s+/u
/** Names as medical databases write them: "Kwa T, West B." */
const SHORT_NAMES = /^(?:\p{Lu}[\p{L}'’-]{1,40} \p{Lu}{1,3}(?:, |\. ))+/u

const trimmed = (text: string): string => text.replace(/^[\s.,;:]+/u, '').replace(/[\s,;:]+$/u, '')
const withoutDot = (text: string): string => trimmed(text).replace(/(?<=\S)\.$/u, '')

/** The words that are neither an identifier nor an address, and the first address. */
const wordsAround = (line: string): { text: string; url: string | null } => {
  const words = line.split(/\s+/u)
  const url = words.map((word) => word.replace(/[.,;>]+$/u, '')).find((word) => ADDRESS.test(word)) ?? null
  const kept = words.filter(
    (word) =>
      !/^<?https?:\/\//iu.test(word) && !/^(?:doi|arxiv):?$/iu.test(word) && identifiersInLine(word).length === 0,
  )
  return { text: kept.join(' '), url }
}

const OTHERS = /[,;]?\s*(?:et\s+al\.?|and\s+others)\s*$/iu

const peopleIn = (given: string): Person[] => {
  const text = trimmed(given.replace(/\(\s*(?:eds?\.?)?\s*\)?\s*$/iu, '')).replace(OTHERS, '')
  if (text === '') return []
  if (text.includes(';')) return text.split(';').map((name) => invertedName(name.trim()))
  const listed = text.replaceAll(/,?\s+(?:&|and)\s+/giu, ', ')
  return namesBetweenCommas(listed) ?? [invertedName(listed)]
}

/** Divides a reference without its year and identifiers into its authors and its title. */
const divided = (text: string): { authors: string; title: string } => {
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return { authors: text.slice(0, quoted.index), title: quoted.groups?.title ?? '' }
  const short = SHORT_NAMES.exec(text)?.[0]
  if (short !== undefined) {
    const authors = short.replaceAll(/(?<family>\S+) (?<initials>\p{Lu}{1,3})(?=[,.])/gu, '$<family>, $<initials>;')
    return {
      authors: authors.replaceAll(/;[,.]?/gu, ';'),
      title: text.slice(short.length).split(SENTENCE_END)[0] ?? '',
    }
  }
  const [first = '', second] = text.split(SENTENCE_END)
  return second === undefined ? { authors: '', title: first } : { authors: first, title: second }
}

/** Reads a reference as it is printed in a list: with the year in brackets, with the title quoted, or as sentences. */
export const printedReference = (line: string): PrintedReference => {
  const { text, url } = wordsAround(withoutListMark(line.slice(0, MAX_CHARACTERS)).trim())
  const bracketed = YEAR_IN_BRACKETS.exec(text)
  const before = bracketed === null ? '' : text.slice(0, bracketed.index).trim()
  if (bracketed !== null && before !== '' && !QUOTED.test(before)) {
    const after = text.slice(bracketed.index + bracketed[0].length)
    const title = withoutDot(QUOTED.exec(after)?.groups?.title ?? after.split(SENTENCE_END)[0] ?? '')
    const year = Number(bracketed.groups?.year)
    if (title !== '') return { title, people: peopleIn(before), year, url }
  }
  const years = [...text.matchAll(BARE_YEAR)].map((found) => Number(found.groups?.year))
  const found = divided(text)
  // A year alone between the authors and the title, as in "One, Ada. 2024. Title."
  const sentences = text.split(SENTENCE_END)
  const isDated = /^(?:18|19|20)\d\d$/u.test(sentences[1] ?? '') && !QUOTED.test(text)
  const { authors, title } = isDated ? { authors: sentences[0] ?? '', title: sentences[2] ?? '' } : found
  const name = authors.replace(/[\s.,(]*(?:18|19|20)\d\d[)\s.,]*$/u, '')
  const plain = withoutDot(title)
  return { title: plain === '' ? null : plain, people: peopleIn(name), year: years.at(-1) ?? null, url }
}
