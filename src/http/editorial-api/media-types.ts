import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { MAX_COLUMNS_TEXT, parseTableColumns, type TableColumns } from '#core/imports/table-columns.ts'
import type { GivenForm } from '#imports/read-content.ts'
import { PAPER_LINES, SENT_RECORDS } from '#imports/read-lines.ts'

/** The media types that are accepted. With null, the format is recognised by the content. */
const mediaTypes: Record<string, GivenForm> = {
  [PAPER_LINES]: 'lines',
  [SENT_RECORDS]: 'records',
  'application/x-bibtex': 'bibtex',
  'text/x-bibtex': 'bibtex',
  'application/x-research-info-systems': 'ris',
  'application/vnd.citationstyles.csl+json': 'csl-json',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/atom+xml': null,
  'application/rss+xml': null,
  'application/xml': null,
  'text/xml': null,
  'application/tei+xml': null,
  'application/rdf+xml': null,
  'application/mods+xml': null,
  'application/marcxml+xml': null,
  'text/html': null,
  'application/xhtml+xml': null,
  'application/pdf': 'pdf',
  'application/json': null,
  'application/jsonl': null,
  'application/x-ndjson': null,
  'application/gzip': null,
  'application/x-gzip': null,
  'application/zip': null,
  'application/x-zip-compressed': null,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': null,
  'application/octet-stream': null,
  'text/plain': null,
  'text/markdown': 'links',
}

/** All media types that records may have. */
export const recordMediaTypes: readonly string[] = Object.keys(mediaTypes)

/** The format that a Content-Type names; null if it is recognised by the content. Throws `unsupported_media_type`. */
export const formOfType = (contentType: string): GivenForm => {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(mediaTypes, type)) return mediaTypes[type] ?? null
  throw new Failure(
    'unsupported_media_type',
    'The Content-Type is not one of a supported format: send application/octet-stream, and the content decides.',
  )
}

/** The parameter with the columns of tables. */
export const columnsParameter = z.string().max(MAX_COLUMNS_TEXT).optional().meta({
  description: 'For tables: the columns that fill fields, by their names; others are read by known names.',
  example: 'title=Titel,authors=Verfasser',
})

/** The columns that such a parameter gives. Throws `invalid`. */
export const givenColumns = (text: string | undefined): TableColumns | null =>
  text === undefined ? null : parseTableColumns(text, 'columns')
