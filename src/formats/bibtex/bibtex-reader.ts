import { defaultStrings } from '@citation-js/plugin-bibtex/lib/input/constants.js'
import { parse as parseEntries, type RawEntry } from '@citation-js/plugin-bibtex/lib/input/file.js'
import { messageOf } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { crossReferences } from './cross-references.ts'
import { entryFields } from './entry-fields.ts'
import { entrySplitter, type RawText } from './split-entries.ts'

/** What the grammar says of a broken entry, without the picture that it draws of the place. */
const reasonOf = (error: unknown): string =>
  (messageOf(error).split('\n')[0] ?? '')
    .replace(/:$/u, '')
    .replace(/^expected "comma", got .*? at/u, 'a comma behind the key is missing at')
    .replace(/^expected "rbrace", got .*? at/u, 'a comma between two fields or a closing brace is missing at')

/** Parses with the abbreviations of one file: the grammar takes those that everybody has. */
const parseWith = (own: ReadonlyMap<string, string>, text: string): RawEntry[] => {
  const before = { ...defaultStrings }
  Object.assign(defaultStrings, Object.fromEntries(own))
  try {
    return parseEntries(text)
  } finally {
    for (const name of own.keys()) delete defaultStrings[name]
    Object.assign(defaultStrings, before)
  }
}

/** BibTeX takes more signs in the name of a field than the grammar does, such as the dots of "dblp.key". */
const ODD_NAME = /^(?<before>[ \t]*)(?<name>[a-z_][^\s"#%'(),={}]*)(?=[ \t]*=[ \t]*[{"\w])/gimu

const parseAnyNames = (own: ReadonlyMap<string, string>, text: string): RawEntry[] => {
  try {
    return parseWith(own, text)
  } catch (error) {
    const plain = text.replaceAll(
      ODD_NAME,
      (_whole, before: string, name: string) => `${before}${name.replaceAll(/[^\w:+-]/gu, '_')}`,
    )
    if (plain === text) throw error
    return parseWith(own, plain)
  }
}

const DEFINITION = /^@\s*string\s*(?<bracket>[{(])/iu

/** The beginning of an entry up to its key, which people leave out, or write with spaces: the grammar refuses both. */
const HEAD = /^@\s*(?<type>[a-z]+)\s*(?<bracket>[{(])\s*(?<key>[^,={}"#()]*),/iu

const refused = (position: string, error: unknown): ReadRecord => ({
  position,
  reason: `This entry cannot be read: ${reasonOf(error)}.`,
})

/** Entries of BibTeX and BibLaTeX, one at a time; the abbreviations that a file defines hold from there on. */
export const bibtexReader = (): FormatReader => {
  const splitter = entrySplitter()
  const strings = new Map<string, string>()
  const references = crossReferences()
  const define = (text: string): void => {
    // The grammar forgets definitions, and reads the same as fields of an entry.
    const [entry] = parseWith(strings, text.replace(DEFINITION, '@x$<bracket>x,'))
    for (const [name, value] of Object.entries(entry?.properties ?? {})) strings.set(name, String(value))
  }
  const readEntries = (text: string, position: string): ReadRecord[] => {
    const key = HEAD.exec(text)?.groups?.key?.trim()
    const entries = parseAnyNames(strings, key === undefined ? text : text.replace(HEAD, '@$<type>$<bracket>x,'))
    return entries.flatMap(({ type, label, properties }) =>
      references.add({ type, label: key ?? label, properties }, (whole) => {
        if (type.toLowerCase() === 'xdata') return []
        try {
          const recordId = key === '' ? null : (key ?? label)
          return [{ format: 'bibtex', recordId, ...entryFields(type, whole), position, source: text }]
        } catch (error) {
          return [refused(position, error)]
        }
      }),
    )
  }
  const read = (raw: RawText): ReadRecord[] => {
    const position = `line ${raw.line}`
    if ('reason' in raw) return references.pass([{ position, reason: raw.reason }])
    try {
      if (!DEFINITION.test(raw.text)) return readEntries(raw.text, position)
      define(raw.text)
      return []
    } catch (error) {
      return references.pass([refused(position, error)])
    }
  }
  return {
    push: (text) => splitter.push(text).flatMap(read),
    end: () => [...splitter.push('', true).flatMap(read), ...references.end()],
  }
}
