import { JSONParser } from '@streamparser/json'
import { jsonBounds } from '#formats/json/json-bounds.ts'
import type { FormatReader } from '#formats/record.ts'
import { lineOf, type XmlElement } from '#formats/xml/element.ts'
import { xmlRecords } from '#formats/xml/xml-records.ts'
import type { PageFacts } from '#sources/protocols.ts'
import { Failure } from '#core/failure.ts'
import { sourceRecord, type ReadRecord, type SourceFormat, type SourceRecord } from '#core/imports/imported-record.ts'
import type { PagedKind, Refusal } from '#core/sources/watched-source.ts'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'
import { decoderFor } from '#formats/text/text.ts'
import type { TakenRecord } from '#core/sources/candidate.ts'
import { checkRecord } from '#imports/check-record.ts'

type FoundFacts = Pick<PageFacts, 'root' | 'cursor' | 'total' | 'errors'>

/** Reads the facts of a page apart from its records. `broken` says why it is incomplete. */
export type FactsReader = { push(text: string): void; end(): FoundFacts & { broken: string | null } }

const numberOf = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : null

/** Elements of OAI-PMH and OpenSearch, with their depth: records may contain elements of the same names. */
const DEPTHS: Record<string, number> = { resumptionToken: 3, error: 2, totalResults: 2 }

const takeElement = (facts: FoundFacts, element: XmlElement): void => {
  const text = lineOf(element)
  const { attributes } = element
  if (element.name === 'error') facts.errors.push({ code: attributes.code ?? '', text: text ?? '' })
  else if (element.name === 'totalResults') facts.total = numberOf(text)
  else {
    facts.cursor = text
    facts.total = numberOf(attributes.completeListSize)
  }
}

const xmlFacts = (): FactsReader => {
  const facts: FoundFacts = { root: null, cursor: null, total: null, errors: [] }
  const isFact = (name: string, depth: number): boolean => {
    if (depth === 1) facts.root = name
    return DEPTHS[name] === depth
  }
  const reader: FormatReader = xmlRecords(isFact, (element) => {
    takeElement(facts, element)
    return null
  })
  let broken: string | null = null
  const note = (unread: ReturnType<FormatReader['push']>): void => {
    const [first] = unread
    if (first !== undefined && 'reason' in first) broken ??= first.reason
  }
  return {
    push: (text) => note(reader.push(text)),
    end: () => {
      note(reader.end())
      return { ...facts, broken }
    },
  }
}

const CURSORS = ['$.message.next-cursor', '$.meta.next_cursor']
const TOTALS = ['$.message.total-results', '$.meta.count']

const jsonFacts = (): FactsReader => {
  const facts: FoundFacts = { root: null, cursor: null, total: null, errors: [] }
  // The values of each record count when its records are read.
  const excessIn = jsonBounds(Infinity)
  const parser = new JSONParser({ paths: [...CURSORS, ...TOTALS], keepStack: false })
  let broken: string | null = null
  parser.onValue = ({ value, key }) => {
    if (key === 'next-cursor' || key === 'next_cursor') facts.cursor = typeof value === 'string' ? value : null
    else facts.total = typeof value === 'number' ? value : null
  }
  parser.onError = (error) => {
    broken ??= `The JSON cannot be read: ${error.message}.`
  }
  return {
    push: (text) => {
      broken ??= excessIn(text)?.reason ?? null
      if (broken === null && !parser.isEnded) parser.write(text)
    },
    end: () => {
      if (!parser.isEnded) broken ??= 'The JSON ends before it is complete.'
      return { ...facts, broken }
    },
  }
}

/** Bytes read at a time. */
const PIECE = 16_384

type ReadPage = { records: ReadRecord[]; facts: Omit<PageFacts, 'etag' | 'lastModified'>; broken: string | null }

async function* inPieces({ buffer, byteOffset, byteLength }: Uint8Array): AsyncGenerator<Buffer> {
  for (let from = 0; from < byteLength; from += PIECE)
    yield Buffer.from(buffer, byteOffset + from, Math.min(PIECE, byteLength - from))
}

const given: Partial<Record<PagedKind, SourceFormat>> = { crossref: 'crossref', openalex: 'openalex' }

const recordsIn = async (body: Uint8Array, format: SourceFormat): Promise<ReadRecord[]> => {
  const records: ReadRecord[] = []
  const content = await openContent(inPieces(body))
  for await (const piece of readRecords(content, format)) records.push(...piece.records)
  return records
}

/** The records and facts of a page. `broken` says why it cannot be used, for example because it is incomplete. */
export const readSourcePage = async (kind: PagedKind, body: Uint8Array): Promise<ReadPage> => {
  const format = given[kind]
  const reader = format === undefined ? xmlFacts() : jsonFacts()
  try {
    const decoder = decoderFor(body)
    for await (const piece of inPieces(body)) reader.push(decoder.decode(piece, { stream: true }))
    const { broken, ...facts } = reader.end()
    if (broken !== null) return { records: [], facts: { ...facts, records: 0 }, broken }
    const records = await recordsIn(body, format ?? 'arxiv-atom')
    // The reader reports a list without works as refused, but that is not a refused record.
    const found = records.filter(({ position }) => position !== 'the whole')
    return { records: found, facts: { ...facts, records: found.length }, broken: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const none = { root: null, cursor: null, total: null, errors: [], records: 0 }
    return { records: [], facts: none, broken: error.message }
  }
}

export type PageOrder = {
  kind: PagedKind
  body: Uint8Array
  /** The address that it came from. */
  place: string
  now: Date
}

/** The records of a page that can become papers, and the reasons why others cannot. */
export type CheckedPage = Pick<ReadPage, 'facts' | 'broken'> & {
  fit: TakenRecord[]
  refusals: Refusal[]
  /** What is kept of the records that the source deleted. */
  deleted: SourceRecord[]
}

/** Reads a page. */
export type CheckPage = (order: PageOrder, signal: AbortSignal) => Promise<CheckedPage>

/** Reads a page of a source and checks its records by the rules of a submission. */
export const checkPage = async ({ kind, body, place, now }: PageOrder): Promise<CheckedPage> => {
  const { records, facts, broken } = await readSourcePage(kind, body)
  const fit: TakenRecord[] = []
  const refusals: Refusal[] = []
  const deleted: SourceRecord[] = []
  for (const record of records) {
    const checked = checkRecord(record, { place, now, onlyOf: null })
    if ('reason' in checked) {
      const { position, reason, deleted: gone } = checked
      refusals.push({ position, reason })
      if (gone !== undefined) deleted.push(sourceRecord(gone, { place, fetchedAt: now.toISOString() }))
    } else fit.push(checked)
  }
  return { facts, broken, fit, refusals, deleted }
}
