import type { Context } from 'hono'
import { getSession } from '#actions/ingestion/get-session.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { IngestRefusal } from '#core/imports/ingest-session.ts'
import { letOthersIn } from '#imports/let-others-in.ts'
import { countPendingPapers } from '#queries/count-pending-papers.ts'
import { csvLine } from '#schemas/csv/csv-line.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { pathId } from '#http/input/path-id.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { sessionPageQuery } from './input.ts'
import { sessionPage, type SessionView } from './pages/session.ts'
import { sessionsPage, type SessionsView } from './pages/sessions.ts'

export type IngestionPorts = {
  store: Store
  clock: Clock
  run: RunAction
  houseName: string
  publicUrl: () => string
}

const LISTED = 100
const REFUSALS_SHOWN = 20
const REFUSALS_AT_ONCE = 1_000
/** A download is made whole: more reasons than these are for the API. */
const MOST_DOWNLOADED = 100_000
const CSV_TYPE = 'text/csv; charset=utf-8'

const NOTHING_TYPED = { label: '', max: '100000', until: '7d' }

export const renderSessions = async (
  ports: IngestionPorts,
  context: Context,
  given: Partial<Pick<SessionsView, 'values' | 'opened' | 'failure'>> = {},
): Promise<{ toString(): string }> =>
  sessionsPage(ports, {
    editor: getCurrentEditor(context),
    sessions: await ports.store.private.ingestion.list(LISTED),
    now: ports.clock.now(),
    values: NOTHING_TYPED,
    opened: null,
    failure: null,
    ...given,
  })

export const showSessions =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return page(200, await renderSessions(ports, context))
  }

export const renderSession = async (
  ports: IngestionPorts,
  context: Context,
  given: Partial<Pick<SessionView, 'done' | 'failure'>> = {},
): Promise<{ toString(): string }> => {
  const { ingestion } = ports.store.private
  const id = pathId(context)
  const session = await getSession(ingestion, id)
  const [first] = await ingestion.listChunks(id, null, 1)
  return sessionPage(ports, {
    editor: getCurrentEditor(context),
    session,
    firstAt: first?.begunAt ?? null,
    pending: await countPendingPapers(ingestion, id, letOthersIn),
    refusals: await ingestion.listRefusals(id, null, REFUSALS_SHOWN),
    now: ports.clock.now(),
    done: null,
    failure: null,
    ...given,
  })
}

export const showSession =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { done = null } = readQuery(context, sessionPageQuery)
    return page(200, await renderSession(ports, context, { done }))
  }

/** Every refused record with its reason. */
export const downloadRefusals =
  ({ store }: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const { id } = await getSession(store.private.ingestion, pathId(context))
    let body = csvLine(['chunk', 'record', 'position', 'reason'])
    let last: IngestRefusal | null = null
    for (let count = 0; count < MOST_DOWNLOADED; count += REFUSALS_AT_ONCE) {
      if (count > 0) await letOthersIn()
      const refusals: IngestRefusal[] = await store.private.ingestion.listRefusals(id, last, REFUSALS_AT_ONCE)
      for (const { chunk, number, position, reason } of refusals)
        body += csvLine([String(chunk), String(number), position, reason])
      last = refusals.at(-1) ?? null
      if (refusals.length < REFUSALS_AT_ONCE) break
    }
    const headers = { 'Content-Disposition': `attachment; filename="refused-${id}.csv"` }
    return { status: 200, body, type: CSV_TYPE, headers }
  }
