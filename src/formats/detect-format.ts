import { Failure } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { isArxivMail } from './arxiv-mail-reader.ts'
import { describesWork, isWebPage } from './html/detect-page.ts'
import { columnsOption, type TableColumns } from '#core/imports/table-columns.ts'
import { headerPlace, lackingColumns } from './table-columns.ts'
import { columnsToName, tableOutline } from './table-outline.ts'
import { nearestFormats, otherKindOf } from './nearest-formats.ts'
import { hasPaperLinks, hasWrittenAddresses, withoutCode } from './links/detect-links.ts'
import { isRetractionWatch } from './retraction-watch-reader.ts'
import { identifiersInLine } from './text/identifiers.ts'

/** The form of a source, judged by its start; which kind of XML or JSON it is only shows in its records. */
export type ContentForm =
  | 'papers'
  | 'web-page'
  | 'xml'
  | 'json'
  | 'arxiv-mail'
  | 'bibtex'
  | 'ris'
  | 'web-of-science'
  | 'nbib'
  | 'enw'
  | 'csv'
  | 'retraction-watch'
  | 'identifiers'
  | 'markdown-links'
  | 'html-links'
  | 'pdf'

/** Enough to tell a list by, since looking for identifiers in words takes long. */
const LIST_START = 16_384

/** The last line may be truncated. */
const looksLikeIdentifiers = (head: string): boolean => {
  const lines = head
    .slice(0, LIST_START)
    .split('\n')
    .map((line) => line.trim())
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines
  const entries = whole.filter((line) => line !== '' && !line.startsWith('#'))
  const known = entries.filter((line) => identifiersInLine(line).length > 0)
  return known.length > 0 && known.length * 2 >= entries.length
}

/** A paper in the form of contract 2.1: it has an id of this library, and its authors are strings. */
const PAPER = /^\{(?=[^\n]*"id"\s*:\s*"p\d{1,15}")(?=[^\n]*"authors"\s*:\s*\[\s*")/u

/** Records in lines, by a line that only they have. */
const lineTests: [ContentForm, (head: string) => boolean][] = [
  ['arxiv-mail', isArxivMail],
  ['ris', (head) => /^[ \t]*TY {0,2}-/mu.test(head)],
  ['web-of-science', (head) => /^FN [^\n]*\n(?:VR[^\n]*\n)?PT \w/u.test(head) || /^PT [A-Z]\r?\n/mu.test(head)],
  ['nbib', (head) => /^PMID {0,2}- ?\d/mu.test(head)],
  ['enw', (head) => /^%0 [A-Z]/mu.test(head)],
  ['bibtex', (head) => /^[ \t]*@\s{0,20}[a-z]{1,40}\s{0,20}[{(]/imu.test(head)],
  ['retraction-watch', isRetractionWatch],
  ['csv', (head) => headerPlace(head) !== null],
]

/** A list of links may end with the BibTeX by which it is cited. */
const looksLikeMarkdownLinks = (head: string): boolean => {
  const text = withoutCode(head)
  return hasPaperLinks(text) && !lineTests.some(([, test]) => test(text))
}

const BOOKMARKS = /^\s*<!doctype netscape-bookmark-file/iu

const looksLikeHtmlLinks = (head: string): boolean => BOOKMARKS.test(head) || (isWebPage(head) && hasPaperLinks(head))

const COMMENTS = /^(?:<!--(?:[^-]|-(?!->))*-->\s*)+/u
const HTML_START = /^(?:[^<]|<(?:h[1-6]|p|div|center|a|img|picture|details|br|table|span|b)[\s/>])/iu
/** Whether a text begins with HTML as Markdown may, and XML that is read does not. */
const beginsWithHtml = (head: string): boolean => head.startsWith('<') && HTML_START.test(head.replace(COMMENTS, ''))

/** A link or a badge at the beginning, where JSON has a list. */
const MARKDOWN_LINK = /^\[(?:!\[|[^[\]\n{}"]{1,300}\][([]|\[[^[\]\n{}"]{1,300}\]\])/u

const tests: [ContentForm | 'zip', (head: string) => boolean][] = [
  ['pdf', (head) => head.startsWith('%PDF-')],
  // Also an archive without files. Its members may be readable as they are, so that this comes before all texts.
  ['zip', (head) => /^PK(?:\u0003\u0004|\u0005\u0006)/u.test(head)],
  ['papers', (head) => PAPER.test(head)],
  ['web-page', describesWork],
  ['html-links', looksLikeHtmlLinks],
  ['markdown-links', (head) => beginsWithHtml(head) && looksLikeMarkdownLinks(head)],
  ['xml', (head) => head.startsWith('<')],
  ['markdown-links', (head) => MARKDOWN_LINK.test(head) && looksLikeMarkdownLinks(head)],
  ['json', (head) => head.startsWith('{') || head.startsWith('[')],
  ['markdown-links', looksLikeMarkdownLinks],
  ...lineTests,
  ['identifiers', looksLikeIdentifiers],
  ['markdown-links', (head) => hasWrittenAddresses(head.slice(0, LIST_START))],
]

/** The form of a source by its first characters, or null. */
export const formOf = (head: string): ContentForm | 'zip' | null => {
  const text = head.trimStart()
  return tests.find(([, test]) => test(text))?.[0] ?? null
}

const forms: Partial<Record<SourceFormat, ContentForm>> = {
  'arxiv-atom': 'xml',
  rss: 'xml',
  'oai-pmh': 'xml',
  jats: 'xml',
  tei: 'xml',
  'web-page': 'web-page',
  mods: 'xml',
  marcxml: 'xml',
  bibtex: 'bibtex',
  ris: 'ris',
  csv: 'csv',
  'retraction-watch': 'retraction-watch',
  identifiers: 'identifiers',
  links: 'markdown-links',
  pdf: 'pdf',
}

const severalForms: ReadonlySet<SourceFormat> = new Set<SourceFormat>([
  'pubmed',
  'endnote',
  'dblp',
  'zotero',
  'schema-org',
  'arxiv-listing',
])

const unsupported = (reason: string): Failure =>
  new Failure('unsupported_media_type', `The content is not in a supported format: ${reason}`)

/** How to read a table whose columns have no known names; empty for other text. */
const columnsHint = (head: string): string => {
  const outline = tableOutline(head.slice(0, LIST_START), null)
  if (outline === null) return ''
  const columns = columnsToName(outline, null)
  return outline.proposed.title === undefined
    ? ` A table is read once its columns are named: --columns 'title=COLUMN,authors=COLUMN,year=COLUMN'.`
    : ` To read it as a table, name its columns: ${columnsOption(columns)}.`
}

/** What a source without a known form is instead. */
const unknownKind = (head: string): string => {
  if (head.trim() === '') return 'it is empty.'
  if (head.includes('\0')) return 'it is binary data, not text.'
  return `it looks like plain text. ${nearestFormats(head)}${columnsHint(head)}`
}

/** Reads a table if it has the given columns. Throws `unsupported_media_type` for a table that lacks one. */
const givenTable = (head: string, columns: TableColumns, form: ContentForm | 'zip' | null): 'csv' | null => {
  if (form !== null && form !== 'csv' && form !== 'identifiers') return null
  if (headerPlace(head, columns) !== null) return 'csv'
  const reason = lackingColumns(head, columns)
  if (reason === null) return null
  throw new Failure('unsupported_media_type', reason)
}

/**
 * The form in which to read a source. `given` overrides detection, and a table is known by the `columns` that fill its fields.
 * Throws `unsupported_media_type` for a PDF given as another format, for an unknown form, and for a table without these columns.
 */
export const contentForm = (
  head: string,
  given: SourceFormat | null,
  columns: TableColumns | null = null,
): ContentForm => {
  if (given !== null && given !== 'pdf' && formOf(head) === 'pdf')
    throw new Failure('unsupported_media_type', `This is a PDF, not ${given}.`)
  const other = otherKindOf(head)
  if (other !== null) throw unsupported(`it is ${other}.`)
  const form = formOf(head)
  if (form === 'zip')
    throw new Failure(
      'unsupported_media_type',
      'This is a ZIP archive or an Office document: unpack it, or save a table as .xlsx or CSV.',
    )
  const table = columns === null || (given !== null && given !== 'csv') ? null : givenTable(head, columns, form)
  if (table !== null) return table
  // Some programs write the same records in several forms.
  if (given !== null && severalForms.has(given) && form !== null) return form
  if (given === 'links' && (BOOKMARKS.test(head) || isWebPage(head))) return 'html-links'
  if (given !== null)
    return given === 'ris' && formOf(head) === 'web-of-science' ? 'web-of-science' : (forms[given] ?? 'json')
  if (form !== 'web-page' && form !== 'html-links' && isWebPage(head))
    throw new Failure(
      'unsupported_media_type',
      'This is a web page whose metadata names no work, and whose links lead to none: save the file that it offers for download instead.',
    )
  if (form !== null) return form
  throw unsupported(unknownKind(head))
}
