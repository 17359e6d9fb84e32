import { Failure } from '#core/failure.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import type { SourceKind } from '#core/sources/watched-source.ts'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'
import { decoderFor } from '#formats/text/decode.ts'
import { jsonFacts, xmlFacts } from './page-facts.ts'
import type { PageFacts } from '#sources/kinds/source-protocol.ts'

/** Bytes that are read at once. */
const PIECE = 16_384

export type ReadPage = { records: ReadRecord[]; facts: Omit<PageFacts, 'etag' | 'lastModified'>; broken: string | null }

async function* inPieces({ buffer, byteOffset, byteLength }: Uint8Array): AsyncGenerator<Buffer> {
  for (let from = 0; from < byteLength; from += PIECE)
    yield Buffer.from(buffer, byteOffset + from, Math.min(PIECE, byteLength - from))
}

const given: Partial<Record<SourceKind, SourceFormat>> = { crossref: 'crossref', openalex: 'openalex' }

const recordsIn = async (body: Uint8Array, format: SourceFormat): Promise<ReadRecord[]> => {
  const records: ReadRecord[] = []
  const content = await openContent(inPieces(body))
  for await (const piece of readRecords(content, format)) records.push(...piece.records)
  return records
}

/** The records of a page and what it says of the list. `broken` says why it cannot be used: it may have been cut off. */
export const readSourcePage = async (kind: SourceKind, body: Uint8Array): Promise<ReadPage> => {
  const format = given[kind]
  const reader = format === undefined ? xmlFacts() : jsonFacts()
  try {
    const decoder = decoderFor(body)
    for await (const piece of inPieces(body)) reader.push(decoder.decode(piece, { stream: true }))
    const { broken, ...facts } = reader.end()
    if (broken !== null) return { records: [], facts: { ...facts, records: 0 }, broken }
    const records = await recordsIn(body, format ?? 'arxiv-atom')
    // A list of no works is said to hold none; that is no record which was refused.
    const found = records.filter(({ position }) => position !== 'the whole')
    return { records: found, facts: { ...facts, records: found.length }, broken: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const none = { root: null, cursor: null, total: null, errors: [], records: 0 }
    return { records: [], facts: none, broken: error.message }
  }
}
