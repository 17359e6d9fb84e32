import { listedIdentifier } from '#core/sources/candidate.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { isSimilarTitle } from '#core/review/checks.ts'
import type { RecordPiece } from '#formats/read-records.ts'
import { note } from '#cli/terminal.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { openRequestPorts } from '#open-source-reader.ts'
import { fetchRecords } from '#sources/fetch-records.ts'
import { SourceFault } from '#sources/protocols.ts'

type Ports = { corpus: Corpus; config: Config }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The record of an identifier, or why there is none. */
const fetchRecord = async (
  { corpus, config }: Ports,
  read: ImportedRecord,
): Promise<ImportedRecord | { reason: string }> => {
  const ports = { ...openRequestPorts(config, corpus, { publicUrl: config.publicUrl }), resolvers: config.resolvers }
  try {
    for await (const { records } of fetchRecords(ports, [listedIdentifier(read)], new AbortController().signal))
      for (const record of records) return record
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    return { reason: error.message }
  }
  return { reason: 'Nothing was answered.' }
}

/** The fetched record with what only the PDF has, or what was read from the PDF, if that is of another work or cannot be fetched. */
const preferFetched = async (ports: Ports, read: ImportedRecord): Promise<ImportedRecord> => {
  const { doi, arxivId } = listedIdentifier(read).identifiers
  if (doi === null && arxivId === null) return read
  const fetched = await fetchRecord(ports, read)
  if ('reason' in fetched) {
    note(
      `The record of ${arxivId ?? doi} was not fetched, so that what was read from the PDF is kept: ${fetched.reason}`,
    )
    return read
  }
  if (!isSimilarTitle(textOf(fetched.fields.title), textOf(read.fields.title))) {
    note(`The record of ${arxivId ?? doi} has another title than the PDF, so that what was read from the PDF is kept.`)
    return { ...read, unsure: ['title', 'authors'] }
  }
  const { abstract, fullText } = read.fields
  const own = { ...(abstract === undefined ? {} : { abstract }), ...(fullText === undefined ? {} : { fullText }) }
  return { ...fetched, position: read.position, fields: { ...own, ...fetched.fields } }
}

/** Records of PDFs; where an identifier is printed on the first page, its record is fetched and preferred. */
export async function* preferFetchedRecords(
  pieces: AsyncIterable<RecordPiece>,
  ports: Ports,
): AsyncGenerator<RecordPiece> {
  for await (const { bytes, records } of pieces) {
    const preferred: RecordPiece['records'][number][] = []
    for (const record of records) preferred.push('reason' in record ? record : await preferFetched(ports, record))
    yield { bytes, records: preferred }
  }
}
