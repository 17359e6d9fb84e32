import { takeRecords } from '#actions/sources/take-records.ts'
import { afterList, type SourcePosition } from '#core/sources/source-position.ts'
import type { TakenRecord } from '#core/sources/paper-candidate.ts'
import type { Refusal, WatchedSource } from '#core/sources/watched-source.ts'
import { Pace } from '#imports/pace.ts'
import type { OutboundResponse } from '#ports/outbound.ts'
import type { SourceLease } from '#ports/store/sources.ts'
import type { RunAction } from '#actions/run-action.ts'
import { askPatiently, type AskingPorts } from './ask-patiently.ts'
import { beginAgain, ShortList } from './kinds/end-list.ts'
import { protocols } from './kinds/protocols.ts'
import type { CheckedPage, CheckPage } from './pages/check-page.ts'
import type { SourceProtocol } from './kinds/source-protocol.ts'
import { SourceFault } from './kinds/source-fault.ts'

/** `full`: the cap of the day is reached. `lost`: the source is in other hands. */
export type PagesEnd = 'done' | 'full' | 'lost'

type ReadingPorts = AskingPorts & { run: RunAction; checkPage: CheckPage }

type Reading = { source: WatchedSource; lease: SourceLease; signal: AbortSignal }

/** A transaction shares the thread with those who read. */
const HOLD_MS = 5
/** Statuses by which a server says that it does not know a cursor any more. */
const CURSOR_IS_GONE = new Set([400, 404, 410, 422])

type WholePage = Omit<CheckedPage, 'broken'> & { headers: OutboundResponse['headers'] }

type FetchedPage = WholePage | 'unchanged' | 'gone'

const place = ({ url }: OutboundResponse): string => url.slice(0, 500)

const useResponse = async (
  { checkPage, clock }: ReadingPorts,
  { source, position, signal }: Pick<Reading, 'source' | 'signal'> & { position: SourcePosition },
  response: OutboundResponse,
): Promise<FetchedPage | { broken: string }> => {
  const { status, headers, body } = response
  if (status === 304) return 'unchanged'
  if (position.cursor !== null && CURSOR_IS_GONE.has(status)) return 'gone'
  if (status !== 200) throw new SourceFault(`The server answers with ${status}.`)
  const order = { kind: source.kind, body, place: place(response), now: clock.now() }
  const { broken, ...page } = await checkPage(order, signal)
  return broken === null ? { ...page, headers } : { broken }
}

type FollowedPage = ReturnType<SourceProtocol['follow']> & { fault: ShortList | null }

/** Where the source stands after a page. A list that ended too soon is told once its last page is stored. */
const follow = (
  { source, position }: { source: WatchedSource; position: SourcePosition },
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

/** Stores what a page brought, in short transactions; the last one moves the position on. */
const storePage = async (
  { run }: ReadingPorts,
  {
    lease,
    pace,
    fit,
    refusals,
    position,
  }: {
    lease: SourceLease
    pace: Pace
    fit: readonly TakenRecord[]
    refusals: readonly Refusal[]
    position: SourcePosition
  },
): Promise<'taken' | 'full' | 'lost'> => {
  const refused = refusals.length
  const page = { position, counts: { read: refused, refused }, refusals }
  for (let from = 0; ;) {
    const records = fit.slice(from, from + pace.size)
    from += records.length
    const isLast = from >= fit.length
    const store = () => run(takeRecords, { lease, records, page: isLast ? page : null })
    const state = await pace.store(Math.max(1, records.length), store)
    if (isLast || state !== 'taken') return state
  }
}

/** Reads a source page by page until it ends. Throws a `SourceFault` for one that cannot be read now. */
export const readPages = async (ports: ReadingPorts, { source, lease, signal }: Reading): Promise<PagesEnd> => {
  const { clock } = ports
  const protocol = protocols[source.kind]
  const pace = new Pace(HOLD_MS)
  let position: SourcePosition = { ...source.position, begunAt: source.position.begunAt ?? clock.now().toISOString() }
  for (;;) {
    const request = { ...protocol.request(source, position), signal }
    const at = { source, position, signal }
    const page = await askPatiently(ports, request, (response) => useResponse(ports, at, response))
    signal.throwIfAborted()
    const nothing = { lease, pace, fit: [], refusals: [] }
    if (page === 'unchanged') {
      const state = await storePage(ports, { ...nothing, position: afterList(position, 0) })
      return state === 'taken' ? 'done' : state
    }
    if (page === 'gone') {
      position = beginAgain(position, 'The server does not know its own cursor')
      if ((await storePage(ports, { ...nothing, position })) === 'lost') return 'lost'
      continue
    }
    const followed = follow(at, page)
    const { fit, refusals } = page
    const state = await storePage(ports, { lease, pace, fit, refusals, position: followed.position })
    if (state !== 'taken') return state
    if (followed.fault !== null) throw followed.fault
    if (followed.isOver) return 'done'
    position = followed.position
  }
}
