import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { identifierKey, type ListedIdentifier } from '#core/sources/candidate.ts'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'
import type { OutboundRequest, OutboundResponse } from '#ports/outbound.ts'
import { SourceFault } from './protocols.ts'
import { requestWithRetries, type RequestPorts } from './host-requests.ts'

/** The services that resolve identifiers. */
export type Resolvers = { arxiv: string; doi: string; crossref: string; openalex: string }

export type FetchingPorts = RequestPorts & { resolvers: Resolvers }
/** An identifier, and where its record belongs. */
type Listed = Pick<ListedIdentifier, 'position' | 'identifiers'>

type Piece = { bytes: number; records: ReadRecord[] }

/** arXiv returns many ids in one response. */
const AT_ONCE = 50
const ARXIV_SPACING_MS = 3_000
const CSL = 'application/vnd.citationstyles.csl+json'

const failed = ({ position }: Listed, reason: string): ReadRecord => ({ position, reason })

async function* bodyOf({ body }: OutboundResponse): AsyncGenerator<Buffer> {
  yield body
}

const recordsIn = async (response: OutboundResponse, format: SourceFormat): Promise<ReadRecord[]> => {
  const records: ReadRecord[] = []
  for await (const piece of readRecords(await openContent(bodyOf(response)), format)) records.push(...piece.records)
  return records
}

const arxivIdOf = (record: ReadRecord): string | null =>
  'fields' in record && typeof record.fields.arxivId === 'string' ? record.fields.arxivId : null

/** Fetches the records of arXiv ids, in the order of the list. */
const fetchArxiv = async (
  { resolvers, ...ports }: FetchingPorts,
  listed: readonly Listed[],
  signal: AbortSignal,
): Promise<Piece> => {
  const url = new URL(resolvers.arxiv)
  url.searchParams.set('id_list', listed.map(({ identifiers }) => identifiers.arxivId).join(','))
  url.searchParams.set('max_results', String(AT_ONCE))
  const request = { url: url.href, headers: { Accept: 'application/atom+xml' }, spacingMs: ARXIV_SPACING_MS, signal }
  const { records, bytes } = await requestWithRetries(
    ports,
    request,
    async (response): Promise<Piece | { broken: string }> => {
      const read = response.status === 200 ? await recordsIn(response, 'arxiv-atom') : []
      const broken = read.find(
        (record) => 'reason' in record && /^The rest of the .* cannot be read/u.test(record.reason),
      )
      return broken !== undefined && 'reason' in broken
        ? { broken: broken.reason }
        : { records: read, bytes: response.body.byteLength }
    },
  )
  const found = new Map(records.map((record) => [arxivIdOf(record), record]))
  return {
    bytes,
    records: listed.map((one) => {
      const record = found.get(one.identifiers.arxivId)
      return record === undefined
        ? failed(one, `arXiv has no record of ${one.identifiers.arxivId}.`)
        : { ...record, position: one.position }
    }),
  }
}

/** The record that an address answers with. */
const fetchWork = (
  ports: RequestPorts,
  request: OutboundRequest,
  { listed, format }: { listed: Listed; format: SourceFormat },
): Promise<Piece> =>
  requestWithRetries(ports, request, async (response): Promise<Piece | { broken: string }> => {
    const { doi } = listed.identifiers
    if (response.status !== 200)
      return {
        bytes: 0,
        records: [failed(listed, `There is no record of ${doi}: the server answered ${response.status}.`)],
      }
    const [record] = await recordsIn(response, format)
    const bytes = response.body.byteLength
    if (record === undefined) return { bytes, records: [failed(listed, `There is no record of ${doi}.`)] }
    return { bytes, records: [{ ...record, position: listed.position }] }
  })

/** Fetches the record of a DOI from its registration agency, to which doi.org redirects. */
const fetchDoi = async (
  { resolvers, ...ports }: FetchingPorts,
  listed: Listed,
  signal: AbortSignal,
): Promise<Piece> => {
  const { doi } = listed.identifiers
  const url = new URL(encodeURIComponent(doi ?? '').replaceAll('%2F', '/'), resolvers.doi).href
  const request = { url, headers: { Accept: `${CSL}, application/json;q=0.5` }, signal }
  return fetchWork(ports, request, { listed, format: 'csl-json' })
}

/** The works that a catalogue answers with, in its order; none if it has none. Throws a `SourceFault` for any other answer. */
export const fetchWorks = (
  ports: RequestPorts,
  request: OutboundRequest,
  format: SourceFormat,
): Promise<ReadRecord[]> =>
  requestWithRetries(ports, request, async (response): Promise<ReadRecord[] | { broken: string }> => {
    if (response.status === 404) return []
    if (response.status !== 200) throw new SourceFault(`The server answered ${response.status}.`)
    return recordsIn(response, format)
  })

/** What Crossref says about a DOI. Those of other agencies have no record there. */
export const fetchCrossref = async (
  { resolvers, ...ports }: FetchingPorts,
  { doi, position }: { doi: string; position: string },
  signal: AbortSignal,
): Promise<ReadRecord> => {
  const url = `${resolvers.crossref}/${encodeURIComponent(doi)}`
  const listed = { position, identifiers: { doi, arxivId: null } }
  const request = { url, headers: { Accept: 'application/json' }, signal }
  const { records } = await fetchWork(ports, request, { listed, format: 'crossref' })
  return records[0] ?? failed(listed, `There is no record of ${doi}.`)
}

/** Fetches the records of arXiv ids, in the order of the list, up to 50 with one request. */
export async function* fetchArxivRecords(
  ports: FetchingPorts,
  listed: readonly Listed[],
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  for (let from = 0; from < listed.length; from += AT_ONCE)
    yield await fetchArxiv(ports, listed.slice(from, from + AT_ONCE), signal)
}

/**
 * Fetches the records of identifiers, each once: DOIs one after another, arXiv ids in batches. An identifier without a
 * record gets a reason in its place, and a work of which only the address is known stays as it is. Throws a `SourceFault` if a
 * server cannot be reached.
 */
export async function* fetchRecords(
  ports: FetchingPorts,
  listed: readonly ListedIdentifier[],
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const each = [...new Map(listed.map((one) => [identifierKey(one), one])).values()]
  for (const one of each)
    if (one.identifiers.arxivId === null)
      yield one.identifiers.doi === null ? { bytes: 0, records: [one.record] } : await fetchDoi(ports, one, signal)
  const arxiv = each.filter(({ identifiers }) => identifiers.arxivId !== null)
  yield* fetchArxivRecords(ports, arxiv, signal)
}
