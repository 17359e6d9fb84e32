import { defaultStrings } from '@citation-js/plugin-bibtex/lib/input/constants.js'
import { parse as parseEntries, type RawEntry } from '@citation-js/plugin-bibtex/lib/input/file.js'
import { messageOf } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { entryFields } from './entry-fields.ts'
import { entrySplitter, type RawText } from './split-entries.ts'

/** What the grammar says of a broken entry, without the picture that it draws of the place. */
const reasonOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

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

const DEFINITION = /^@\s*string\s*(?<bracket>[{(])/iu

/** Entries of BibTeX and BibLaTeX, one at a time; the abbreviations that a file defines hold from there on. */
export const bibtexReader = (): FormatReader => {
  const splitter = entrySplitter()
  const strings = new Map<string, string>()
  const define = (text: string): void => {
    // The grammar forgets definitions, and reads the same as fields of an entry.
    const [entry] = parseWith(strings, text.replace(DEFINITION, '@x$<bracket>x,'))
    for (const [name, value] of Object.entries(entry?.properties ?? {})) strings.set(name, String(value))
  }
  const readEntries = (text: string, position: string): ReadRecord[] =>
    parseWith(strings, text).map(({ type, label, properties }) => {
      const { fields, unmapped } = entryFields(type, properties)
      return { format: 'bibtex', recordId: label, fields, unmapped, position, source: text }
    })
  const read = (raw: RawText): ReadRecord[] => {
    const position = `line ${raw.line}`
    if ('reason' in raw) return [{ position, reason: raw.reason }]
    try {
      if (!DEFINITION.test(raw.text)) return readEntries(raw.text, position)
      define(raw.text)
      return []
    } catch (error) {
      return [{ position, reason: `This entry cannot be read: ${reasonOf(error)}.` }]
    }
  }
  return { push: (text) => splitter.push(text).flatMap(read), end: () => splitter.push('', true).flatMap(read) }
}
