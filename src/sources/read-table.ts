import { takeSourceNotices } from '#actions/sources.ts'
import { type CheckedNotice, findNoticed } from '#actions/notices.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { checkNotice, type ReadingOrigin } from '#imports/check-record.ts'
import type { RunAction } from '#actions/run-action.ts'
import {
  afterList,
  startingFrom,
  type PlaceInFile,
  type SourcePosition,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import { BATCH_BESIDE_READERS } from '#imports/import-source.ts'
import { pacedTransactions } from '#imports/pacing.ts'
import type { OutboundRequest, OutboundStreams, StreamedResponse } from '#ports/outbound.ts'
import type { ImportReader } from '#ports/store/imports.ts'
import type { SourceLease } from '#ports/store/sources.ts'
import { isBusyStatus, RetryableError, type RequestPorts, withRetries } from './host-requests.ts'
import type { CheckedRows, CheckRows } from './pages/read-rows.ts'
import { MAX_SHORT_LISTS, SourceFault } from './protocols.ts'

type ReadingPorts = Omit<RequestPorts, 'client'> & {
  client: OutboundStreams
  run: RunAction
  imports: Pick<ImportReader, 'findByIdentifiers'>
  checkRows: CheckRows
}

type Reading = { source: WatchedSource; lease: SourceLease; signal: AbortSignal }

/** Bytes that are read and checked at a time, with what is left of the row before. */
const PIECE_BYTES = 500_000
/** A row has at most a million characters, of at most four bytes. */
const MAX_ROW_BYTES = 4_000_000
/** Notices whose works are looked up at a time, in a few milliseconds. */
const LOOKED_UP = 200

/** A table with a strong validator goes on where it stopped, if its bytes come as they are (RFC 9110, sections 8.8.1 and 13.1.5). */
const resumableEtag = ({ headers }: StreamedResponse): string | null => {
  const { etag = '', 'content-encoding': encoding = 'identity' } = headers
  return etag.startsWith('"') && encoding.toLowerCase() === 'identity' ? etag : null
}

/** Whether a response has the rest of a table, from its place on. */
const isRest = ({ status, headers }: StreamedResponse, { etag, offset }: PlaceInFile): boolean =>
  status === 206 && headers.etag === etag && (headers['content-range'] ?? '').startsWith(`bytes ${offset}-`)

const requestOf = (
  { address }: WatchedSource,
  { file, etag, lastModified, begunAt }: SourcePosition,
): Pick<OutboundRequest, 'url' | 'headers'> => {
  const Accept = 'text/csv, text/plain;q=0.9, */*;q=0.8'
  const whole = { Accept, 'Accept-Encoding': 'identity' }
  if (file !== null)
    return { url: address, headers: { ...whole, Range: `bytes=${file.offset}-`, 'If-Range': file.etag } }
  // Compressed, a table cannot be read on from the middle; one that was not read at once may have to be.
  if (begunAt !== null) return { url: address, headers: whole }
  return {
    url: address,
    headers: {
      Accept,
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    },
  }
}

/** Pieces of a body of some size; the last one may be smaller or empty. The caller keeps what it did not use of one. */
async function* inPieces(
  bytes: AsyncIterable<Buffer>,
  rest: () => Uint8Array,
): AsyncGenerator<{ rows: Uint8Array; isLast: boolean }> {
  let collected: Buffer[] = []
  let length = 0
  const take = (): Uint8Array => {
    const rows = Buffer.concat([rest(), ...collected])
    collected = []
    length = 0
    return rows
  }
  for await (const piece of bytes) {
    collected.push(piece)
    length += piece.byteLength
    if (length >= PIECE_BYTES) yield { rows: take(), isLast: false }
  }
  yield { rows: take(), isLast: true }
}

/** The notices about papers of the library. They are looked up before anything is written. */
const aboutPapers = async (
  { imports }: ReadingPorts,
  notices: readonly ImportedRecord[],
  origin: ReadingOrigin,
): Promise<CheckedNotice[]> => {
  const found: ImportedRecord[] = []
  for (let from = 0; from < notices.length; from += LOOKED_UP) {
    const some = notices.slice(from, from + LOOKED_UP)
    const noticed = await findNoticed({ imports }, some, null)
    found.push(...some.filter((_, index) => (noticed[index] ?? []).length > 0))
  }
  return found.map((record) => checkNotice(record, origin))
}

type InTransaction = ReturnType<typeof pacedTransactions>
type Rows = Pick<CheckedRows, 'notices' | 'rows' | 'refused' | 'refusals'>

/** Stores what rows say about papers in short transactions; the last one also stores the position. */
const storeRows = async (
  ports: ReadingPorts,
  { notices, rows, refused, refusals }: Rows,
  {
    place,
    lease,
    position,
    inTransaction,
  }: { place: string; lease: SourceLease; position: SourcePosition; inTransaction: InTransaction },
): Promise<'taken' | 'lost'> => {
  const page = { position, counts: { read: rows, refused }, refusals }
  const told = await aboutPapers(ports, notices, { place, now: ports.clock.now(), onlyOf: null })
  for (let from = 0; ;) {
    const some = told.slice(from, from + BATCH_BESIDE_READERS)
    from += some.length
    const isLast = from >= told.length
    const taken = { lease, notices: some, page: isLast ? page : null }
    const state = await inTransaction(() => ports.run(takeSourceNotices, taken))
    if (isLast || state === 'lost') return state
  }
}

const noRows: Rows = { notices: [], rows: 0, refused: 0, refusals: [] }

/** The position after a table, and whether it has to be read again: it ended within a row, and not yet for the last time. */
const endTable = (
  position: SourcePosition,
  { headers, isCut }: Pick<StreamedResponse, 'headers'> & { isCut: boolean },
): { position: SourcePosition; isAgain: boolean } => {
  const shortLists = position.shortLists + 1
  if (isCut && shortLists < MAX_SHORT_LISTS)
    return { position: { ...startingFrom(position.from), shortLists }, isAgain: true }
  const { etag = null, 'last-modified': lastModified = null } = headers
  return { position: afterList({ ...position, etag, lastModified }, 0), isAgain: false }
}

/**
 * Reads a table of notices about works as it arrives, and goes on where an earlier run stopped, if its server can; otherwise it begins
 * again, and recognises what it took. Throws a `SourceFault` if it cannot be read now.
 */
export const readTable = (ports: ReadingPorts, { source, lease, signal }: Reading): Promise<'done' | 'lost'> => {
  const { client, clock, checkRows } = ports
  const inTransaction = pacedTransactions()
  let { position } = source
  const take = async (rows: Rows, place: string, next: SourcePosition): Promise<'taken' | 'lost'> => {
    const state = await storeRows(ports, rows, { place: place.slice(0, 500), lease, position: next, inTransaction })
    if (state === 'taken') position = next
    return state
  }

  const readRows = async (response: StreamedResponse, from: PlaceInFile | null): Promise<'done' | 'lost'> => {
    const { headers, url } = response
    const etag = from?.etag ?? resumableEtag(response)
    const begunAt = position.begunAt ?? clock.now().toISOString()
    const read = { rows: from === null ? 0 : position.read, bytes: from?.offset ?? 0, lines: from?.lines ?? 0 }
    let table: CheckedRows['table'] | null = from
    let rest: Uint8Array = new Uint8Array()
    for await (const { rows, isLast } of inPieces(response.bytes, () => rest)) {
      const checked = await checkRows({ table, rows, lines: read.lines, isLast }, signal)
      signal.throwIfAborted()
      if ('broken' in checked) throw new SourceFault(checked.broken)
      ;({ table } = checked)
      rest = rows.subarray(checked.consumed)
      if (rest.byteLength > MAX_ROW_BYTES)
        throw new SourceFault(`The row after line ${read.lines} has more than ${MAX_ROW_BYTES} bytes.`)
      read.rows += checked.rows
      read.bytes += checked.consumed
      read.lines += checked.lines
      const file = etag === null ? null : { ...table, etag, offset: read.bytes, lines: read.lines }
      const reached = { ...position, begunAt, read: read.rows, file }
      const end = isLast ? endTable(reached, { headers, isCut: checked.isCut }) : null
      if ((await take(checked, url, end?.position ?? reached)) === 'lost') return 'lost'
      if (end?.isAgain === true) throw new SourceFault('The table ends in the middle of a row; it will be read again.')
    }
    return 'done'
  }

  const readResponse = async (response: StreamedResponse): Promise<'done' | 'lost' | 'again'> => {
    const { status, retryAt } = response
    const { file } = position
    if (isBusyStatus(status)) throw new RetryableError(`The server answered ${status}.`, retryAt)
    if (file !== null && isRest(response, file)) return readRows(response, file)
    if (status === 200) return readRows(response, null)
    if (file !== null) {
      position = { ...position, file: null }
      return 'again'
    }
    if (status !== 304) throw new SourceFault(`The server answered ${status}.`)
    return (await take(noRows, response.url, afterList(position, 0))) === 'lost' ? 'lost' : 'done'
  }

  return withRetries(ports, signal, async () => {
    for (;;) {
      const outcome = await client.stream({ ...requestOf(source, position), signal }, readResponse)
      if (outcome !== 'again') return outcome
    }
  })
}
