import { printedReference } from './printed-reference.ts'
import { withoutListMark } from '#formats/text/identifiers.ts'
import { invertedName, type Person } from './record.ts'

/** What a reference says as it is printed, in any of the usual styles. */
export type PrintedWork = { title: string | null; people: Person[]; year: number | null }

/** More authors than any reference names. */
const MAX_NAMES = 300

const PREFIX = String.raw`(?:(?:\p{Ll}{1,4}\s|d[’']|\p{Lu}[’']){0,3})`
const LAST_NAME = String.raw`${PREFIX}\p{Lu}[\p{L}\p{M}’'‐-]{0,40}`
const SURNAME = String.raw`${LAST_NAME}(?:\s\p{Lu}[\p{L}\p{M}’'‐-]{1,40}){0,2}`
const INITIALS = String.raw`\p{Lu}\p{Ll}?\.(?:[\s-]{0,2}\p{Lu}\p{Ll}?\.){0,4}`

const AFTER_NAME = String.raw`[,.;:]|\sand\s|\s&\s|\set al`

/** "One, A. B.", "A. B. One", "Ada B. One" and "One AB"; the last two are names only where others or the end of the names follow. */
const NAMES: RegExp[] = [
  new RegExp(String.raw`${LAST_NAME},\s${INITIALS}`, 'uy'),
  // Of two whole names, the first does not end with the initial of the second.
  new RegExp(String.raw`${SURNAME},\s${INITIALS}(?!\s\p{Lu}\p{Ll})`, 'uy'),
  new RegExp(String.raw`${INITIALS}\s?(?:\p{Lu}[\p{L}\p{M}’'‐-]{1,30}\s)?${SURNAME}(?=${AFTER_NAME})`, 'uy'),
  new RegExp(
    String.raw`\p{Lu}[\p{L}\p{M}’'‐-]{1,30}(?:\s(?:\p{Lu}\.(?:\s?\p{Lu}\.)?|\p{Lu}(?=\s)|\p{Lu}[\p{L}\p{M}’'‐-]{1,40}|(?:van|von|de|der|den|da|di|la|le|el|bin|ter)(?=\s))){1,5}(?=${AFTER_NAME})`,
    'uy',
  ),
  new RegExp(String.raw`${SURNAME}\s\p{Lu}{1,3}(?=[,.:;])`, 'uy'),
]
/** "V Parpura", as it stands in a list whose names have initials without dots; at the beginning it may be a title. */
const UNDOTTED = new RegExp(String.raw`\p{Lu}{1,3}\s${SURNAME}(?=${AFTER_NAME})`, 'uy')
/** Between two names. */
const BETWEEN = /(?:[,;]\s?(?:and\s|&\s|et\s(?!al))?|\s(?:and|&)\s)(?=\S)/uy
const OTHERS = /[,;]?\s?(?:and\s+others|et\.?\s+al\.?|\.{3}|…)/uy
const EDITORS = /[,\s]{0,2}\((?:eds?|editors?)\.?\)/iuy
const YEAR_FIRST = /[.,:\s]{0,3}\(?(?<year>(?:18|19|20)\d\d)[a-z]?\)?(?:,\s\p{L}+)?[.,:]?\s/uy
const ANY_YEAR = /(?<![\d.:/-])(?<year>(?:18|19|20)\d\d)(?:[a-z](?!\w))?(?![\d/]|[.-]\d)/gu
const QUOTED = /(?:^|\s)["“„«](?<title>[^"“”„«»]{3,500})["”“»]/u

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

type Names = { people: Person[]; end: number; isAfterComma: boolean }

/** The names that a reference begins with. */
const namesAt = (text: string): Names => {
  const people: Person[] = []
  let [at, end] = [0, 0]
  let isAfterComma = false
  while (people.length < MAX_NAMES) {
    const forms = people.length === 0 ? NAMES : [...NAMES, UNDOTTED]
    const name = forms.map((pattern) => matchAt(pattern, text, at)).find((found) => found !== null)
    if (name === undefined || name === null) break
    people.push(
      invertedName(name[0].replace(/^(?<family>[^,.]*\s)(?<initials>\p{Lu}{1,3})$/u, '$<family>, $<initials>')),
    )
    end = at + name[0].length
    isAfterComma = false
    const between = matchAt(BETWEEN, text, end)
    if (between === null) break
    at = end + between[0].length
    isAfterComma = between[0].startsWith(',')
  }
  if (people.length > 0 && isAfterComma) end = at
  return { people, end, isAfterComma }
}

/** Words that end with a dot within a sentence. */
const ABBREVIATED = /(?:^|[\s(])(?:\p{Lu}|vs|e\.g|i\.e|cf|no|vol|st|dr|approx|al)$/iu

/** Where the sentence ends that begins a text. */
const sentenceEnd = (text: string): number => {
  for (const { 0: sign, index } of text.matchAll(/[.?!](?=\s+\S)/gu))
    if (sign !== '.' || !ABBREVIATED.test(text.slice(Math.max(0, index - 8), index)))
      return sign === '.' ? index : index + 1
  return text.length
}

/** In the style that separates all parts by commas, the title ends before the name of a journal or volume. */
const COMMA_END = /,\s(?=\p{Lu}|in:?\s|arxiv|\d)/u

/** Titles are longer than an initial or the rest of a name. */
const FEWEST_LETTERS = 8

const titleAt = (text: string, isInCommas: boolean): string | null => {
  const sentence = text.slice(0, sentenceEnd(text))
  const title = isInCommas ? (sentence.split(COMMA_END, 1)[0] ?? '') : sentence
  return title.replaceAll(/\P{L}+/gu, '').length < FEWEST_LETTERS ? null : title
}

const withoutEnd = (title: string | null): string | null => title?.replace(/[\s.,;:]+$/u, '') ?? null

const yearIn = (text: string): number | null => {
  const years = [...text.matchAll(ANY_YEAR)].map(({ groups }) => Number(groups?.year))
  return years.at(-1) ?? null
}

/** Reads a reference as it is printed: the names that it begins with, then the title, with the year between them or behind. */
export const printedWork = (line: string): PrintedWork => {
  const text = withoutListMark(line.replace(/^\[[^\]]{1,12}\]\s*/u, '')).trim()
  const { people, end, isAfterComma } = namesAt(text)
  const quoted = QUOTED.exec(text)
  if (people.length === 0) {
    const { title, people: named, year } = printedReference(text)
    return { title: withoutEnd(quoted?.groups?.title ?? title), people: named, year: yearIn(text) ?? year }
  }
  let at = end
  for (const pattern of [OTHERS, EDITORS]) at += matchAt(pattern, text, at)?.[0].length ?? 0
  const dated = matchAt(YEAR_FIRST, text, at)
  const rest = text.slice(at + (dated?.[0].length ?? 0)).replace(/^[\s.,:;]+/u, '')
  const year = dated === null ? yearIn(rest) : Number(dated.groups?.year)
  const title = quoted?.groups?.title ?? titleAt(rest, isAfterComma && dated === null)
  return { title: withoutEnd(title), people, year }
}
