import { pacedTransactions } from '#imports/pacing.ts'
import { takeRecords } from '#actions/sources.ts'
import {
  afterList,
  type PagedKind,
  type SourcePosition,
  type Refusal,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import type { SourceRecord } from '#core/imports/imported-record.ts'
import type { TakenRecord } from '#core/sources/candidate.ts'
import { BATCH_BESIDE_READERS } from '#imports/import-source.ts'
import type { OutboundResponse } from '#ports/outbound.ts'
import type { SourceLease } from '#ports/store/sources.ts'
import type { RunAction } from '#actions/run-action.ts'
import { requestWithRetries, type RequestPorts } from './host-requests.ts'
import { restartList, ShortList, protocols, type SourceProtocol, SourceFault } from './protocols.ts'
import type { CheckedPage, CheckPage } from '#sources/pages/read-page.ts'

/** `full`: the daily cap is reached. `lost`: another process has taken over the source. */
export type PagesOutcome = 'done' | 'full' | 'lost'

type ReadingPorts = RequestPorts & { run: RunAction; checkPage: CheckPage }

type PagedSource = WatchedSource & { kind: PagedKind }

type Reading = { source: PagedSource; lease: SourceLease; signal: AbortSignal }

/** Statuses of servers that no longer know a cursor. */
const CURSOR_GONE = new Set([400, 404, 410, 422])

type WholePage = Omit<CheckedPage, 'broken'> & { headers: OutboundResponse['headers'] }

type FetchedPage = WholePage | 'unchanged' | 'gone'

const place = ({ url }: OutboundResponse): string => url.slice(0, 500)

const readResponse = async (
  { checkPage, clock }: ReadingPorts,
  { source, position, signal }: Pick<Reading, 'source' | 'signal'> & { position: SourcePosition },
  response: OutboundResponse,
): Promise<FetchedPage | { broken: string }> => {
  const { status, headers, body } = response
  if (status === 304) return 'unchanged'
  if (position.cursor !== null && CURSOR_GONE.has(status)) return 'gone'
  if (status !== 200) throw new SourceFault(`The server answered ${status}.`)
  const order = { kind: source.kind, body, place: place(response), now: clock.now() }
  const { broken, ...page } = await checkPage(order, signal)
  return broken === null ? { ...page, headers } : { broken }
}

type FollowedPage = ReturnType<SourceProtocol['follow']> & { fault: ShortList | null }

/** The position after a page. A list that ended too soon is reported only after its last page is stored. */
const follow = (
  { source, position }: { source: PagedSource; position: SourcePosition },
  { facts, headers }: WholePage,
): FollowedPage => {
  const { etag = null, 'last-modified': lastModified = null } = headers
  try {
    return { ...protocols[source.kind].follow({ ...facts, etag, lastModified }, position), fault: null }
  } catch (error) {
    if (error instanceof ShortList) return { position: error.position, isOver: true, fault: error }
    throw error
  }
}

/** Stores the records of a page in short transactions; the last one also stores the position. */
const storePage = async (
  { run }: ReadingPorts,
  {
    lease,
    inTransaction,
    fit,
    refusals,
    deleted,
    position,
  }: {
    lease: SourceLease
    inTransaction: ReturnType<typeof pacedTransactions>
    fit: readonly TakenRecord[]
    refusals: readonly Refusal[]
    deleted: readonly SourceRecord[]
    position: SourcePosition
  },
): Promise<'taken' | 'full' | 'lost'> => {
  const refused = refusals.length
  const page = { position, counts: { read: refused, refused }, refusals, deleted }
  for (let from = 0; ;) {
    const records = fit.slice(from, from + BATCH_BESIDE_READERS)
    from += records.length
    const isLast = from >= fit.length
    const state = await inTransaction(() => run(takeRecords, { lease, records, page: isLast ? page : null }))
    if (isLast || state !== 'taken') return state
  }
}

/** Reads a source page by page to its end. Throws a `SourceFault` if it cannot be read now. */
export const readPages = async (ports: ReadingPorts, { source, lease, signal }: Reading): Promise<PagesOutcome> => {
  const { clock } = ports
  const protocol = protocols[source.kind]
  const inTransaction = pacedTransactions()
  let position: SourcePosition = { ...source.position, begunAt: source.position.begunAt ?? clock.now().toISOString() }
  for (;;) {
    const request = { ...protocol.request(source, position), signal }
    const at = { source, position, signal }
    const page = await requestWithRetries(ports, request, (response) => readResponse(ports, at, response))
    signal.throwIfAborted()
    const nothing = { lease, inTransaction, fit: [], refusals: [], deleted: [] }
    if (page === 'unchanged') {
      const state = await storePage(ports, { ...nothing, position: afterList(position, 0) })
      return state === 'taken' ? 'done' : state
    }
    if (page === 'gone') {
      position = restartList(position, 'The server does not recognise its own cursor')
      if ((await storePage(ports, { ...nothing, position })) === 'lost') return 'lost'
      continue
    }
    const followed = follow(at, page)
    const { fit, refusals, deleted } = page
    const stored = { fit, refusals, deleted, position: followed.position }
    const state = await storePage(ports, { lease, inTransaction, ...stored })
    if (state !== 'taken') return state
    if (followed.fault !== null) throw followed.fault
    if (followed.isOver) return 'done'
    position = followed.position
  }
}
