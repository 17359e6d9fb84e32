import { editDistance } from '#core/text/edit-distance.ts'
import { textKey } from '#core/text/tokenize.ts'

const SUFFIX = /,?\s+(?:jr|sr|ii|iii|iv)\.?$/iu

/** The last name of an author, as it is written and as a key: of “Jan van der Berg” Berg, of “Berg, Jan” Berg. */
export const lastNameKey = (name: string): { shown: string; key: string } => {
  const bare = name.replace(SUFFIX, '').trim()
  const [before = '', after] = bare.split(',')
  const shown = after === undefined ? (bare.split(/\s+/u).at(-1) ?? '') : before.trim()
  return { shown, key: textKey(shown) }
}

/** Whether a name as a citation has it, such as “van der Berg”, is the last name of an author. */
export const isLastName = (cited: string, author: string): boolean => {
  const key = textKey(cited)
  if (key === '') return false
  if (key === textKey(author)) return true
  const last = lastNameKey(author).key
  return key === last || key.endsWith(` ${last}`) || ` ${textKey(author)}`.endsWith(` ${key}`)
}

/** The most authors of a work whose names are compared. */
const MAX_AUTHORS = 300
/** Words of a list of names that are none. */
const NO_NAMES = new Set([
  'and',
  'et',
  'al',
  'others',
  'eds',
  'ed',
  'editors',
  'editor',
  'the',
  'by',
  'with',
  'team',
  'von',
  'van',
  'de',
])
const MIN_LETTERS = 3
/** From this length on, a letter may be wrong. */
const LONG_NAME = 6

/** Words in a list of names that no author of a work has. */
export const strangeNames = (words: readonly string[], authors: readonly string[]): string[] => {
  const known = new Set(authors.slice(0, MAX_AUTHORS).flatMap((name) => textKey(name).split(' ')))
  const joined = authors.slice(0, MAX_AUTHORS).map((name) => textKey(name).replaceAll(' ', ''))
  return words.filter((word) => {
    if (word.length < MIN_LETTERS || NO_NAMES.has(word) || /\d/u.test(word) || known.has(word)) return false
    if (joined.some((name) => name.includes(word))) return false
    return word.length < LONG_NAME || ![...known].some((name) => editDistance(word, name, 1) <= 1)
  })
}

/** The names in an entry of BibTeX, or the beginning of a printed one up to the end of its first name. */
const BIBTEX_AUTHOR = /(?<![a-z])author\s*=\s*[{"]+(?<name>[^{}"\n]{1,200}?)(?:\s+and\s|[}"\n])/iu
const FIRST_NAME =
  /^[^\p{L}]{0,20}(?<name>\p{L}[^,;&()“”"\d\n]{0,80}?)(?:,|;|\s&|\sand\s|\set\s+al\b|\s?\(|[“”"\d]|(?<=[\p{L}]{3})\.(?:\s|$)|$)/u
const INITIAL = /^(?:\p{Lu}\.?-?){1,3}$/u

/** The last name of the first author of an entry in a list of references; null if it does not begin with one. */
export const firstAuthorOf = ({ text, isBibtex }: { text: string; isBibtex: boolean }): string | null => {
  const found = (isBibtex ? BIBTEX_AUTHOR : FIRST_NAME).exec(text.slice(0, 4_000))?.groups?.name?.trim()
  if (found === undefined) return null
  const [last = '', first] = found.split(',')
  const words = (first === undefined ? found : last).split(/\s+/u).filter((word) => !INITIAL.test(word))
  return words.length === 0 || words.length > 5 ? null : (words.at(-1) ?? null)
}
