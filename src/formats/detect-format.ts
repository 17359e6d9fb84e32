import { Failure } from '#core/failure.ts'
import { sourceFormats, type SourceFormat } from '#core/imports/imported-record.ts'
import { headerPlace } from './tables/table-header.ts'
import { identifiersInLine } from './text/identifiers.ts'

/** What a source looks like by how it begins; the records say themselves which XML or JSON they are. */
export type ContentForm =
  | 'papers'
  | 'xml'
  | 'json'
  | 'bibtex'
  | 'ris'
  | 'web-of-science'
  | 'csv'
  | 'identifiers'
  | 'pdf'

/** The last line may be cut off. */
const looksLikeIdentifiers = (head: string): boolean => {
  const lines = head.split('\n').map((line) => line.trim())
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines
  const said = whole.filter((line) => line !== '' && !line.startsWith('#'))
  const known = said.filter((line) => identifiersInLine(line).length > 0)
  return known.length > 0 && known.length * 2 >= said.length
}

/** A paper in the form of contract 2.1: its id is ours, and authors are names. */
const PAPER = /^\{(?=[^\n]*"id"\s*:\s*"p\d{1,15}")(?=[^\n]*"authors"\s*:\s*\[\s*")/u

const tests: [ContentForm, (head: string) => boolean][] = [
  ['pdf', (head) => head.startsWith('%PDF-')],
  ['papers', (head) => PAPER.test(head)],
  ['xml', (head) => head.startsWith('<')],
  ['json', (head) => head.startsWith('{') || head.startsWith('[')],
  ['ris', (head) => /^[ \t]*TY {0,2}-/mu.test(head)],
  ['web-of-science', (head) => /^FN [^\n]*\n(?:VR[^\n]*\n)?PT \w/u.test(head) || /^PT [A-Z]\r?\n/mu.test(head)],
  ['bibtex', (head) => /^\s*@\s*[a-z]+\s*[{(]/imu.test(head)],
  ['csv', (head) => headerPlace(head) !== null],
  ['identifiers', looksLikeIdentifiers],
]

/** The form of a source by its first characters; null for one that nobody knows. */
const formOf = (head: string): ContentForm | null => {
  const text = head.trimStart()
  return tests.find(([, test]) => test(text))?.[0] ?? null
}

const forms: Partial<Record<SourceFormat, ContentForm>> = {
  'arxiv-atom': 'xml',
  rss: 'xml',
  'oai-pmh': 'xml',
  jats: 'xml',
  tei: 'xml',
  bibtex: 'bibtex',
  ris: 'ris',
  csv: 'csv',
  identifiers: 'identifiers',
  pdf: 'pdf',
}

/**
 * The form in which to read a source. `given` overrides what it looks like.
 * Throws `unsupported_media_type` for a PDF that is said to be something else, and for what looks like nothing that is known.
 */
export const contentForm = (head: string, given: SourceFormat | null): ContentForm => {
  if (given !== null && given !== 'pdf' && formOf(head) === 'pdf')
    throw new Failure('unsupported_media_type', `This is a PDF and no ${given}.`)
  if (given !== null)
    return given === 'ris' && formOf(head) === 'web-of-science' ? 'web-of-science' : (forms[given] ?? 'json')
  if (/^\s*(?:<!doctype html|<html)\b/iu.test(head))
    throw new Failure('unsupported_media_type', 'This is a web page: save what it offers for download instead.')
  const form = formOf(head)
  if (form !== null) return form
  throw new Failure(
    'unsupported_media_type',
    `The content looks like none of the formats that are read: JSON lines of papers, ${sourceFormats.join(', ')}.`,
  )
}
