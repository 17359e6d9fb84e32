import type { Context } from 'hono'
import { z } from 'zod'
import { closeSession, openSession, undoSession } from '#actions/ingest-sessions.ts'
import type { RunAction } from '#actions/run-action.ts'
import { validationFailure } from '#core/failure.ts'
import { type IngestRefusal, type IngestSession, parseSessionEnd } from '#core/imports/ingest-session.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { noParameters, pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { yieldToEventLoop } from '#imports/pacing.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { countPendingPapers } from '#queries/submissions.ts'
import { csvLine } from '#schemas/csv.ts'
import { parseInput } from '#schemas/validate.ts'
import { sessionPage, sessionsPage, type SessionsView, type SessionView } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_RECORDS = 1_000_000_000

const openFormSchema = z.object({
  label: z.string().max(1_000),
  max: z
    .string()
    .regex(/^[1-9]\d{0,9}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .pipe(z.number().max(MAX_RECORDS)),
  until: z.string().max(40),
})

const sessionPageQuery = z.strictObject({ done: z.enum(['closed', 'undone']).optional() })

export type IngestionPorts = {
  store: Store
  clock: Clock
  run: RunAction
  site: LiveSite
  publicUrl: () => string
}

const SESSIONS_SHOWN = 100
export const REFUSALS_SHOWN = 20
const REFUSALS_PER_READ = 1_000
/** A download is built in memory; the API gives the refusals beyond this. */
const MAX_DOWNLOADED = 100_000
const CSV_TYPE = 'text/csv; charset=utf-8'

const DEFAULT_VALUES = { label: '', max: '100000', until: '7d' }

const renderSessions = async (
  ports: IngestionPorts,
  context: Context,
  given: Partial<Pick<SessionsView, 'values' | 'opened' | 'failure'>> = {},
): Promise<{ toString(): string }> =>
  sessionsPage(ports, {
    editor: getCurrentEditor(context),
    sessions: await ports.store.private.ingestion.list(SESSIONS_SHOWN),
    now: ports.clock.now(),
    values: DEFAULT_VALUES,
    opened: null,
    failure: null,
    ...given,
  })

const showSessions =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return page(200, await renderSessions(ports, context))
  }

const renderSession = async (
  ports: IngestionPorts,
  context: Context,
  given: Partial<Pick<SessionView, 'done' | 'failure'>> = {},
): Promise<{ toString(): string }> => {
  const { ingestion } = ports.store.private
  const id = pathId(context)
  const session = await ingestion.get(id)
  const [first] = await ingestion.listChunks(id, null, 1)
  return sessionPage(ports, {
    editor: getCurrentEditor(context),
    session,
    firstAt: first?.begunAt ?? null,
    pending: await countPendingPapers(ingestion, id, yieldToEventLoop),
    refusals: await ingestion.listRefusals(id, null, REFUSALS_SHOWN),
    now: ports.clock.now(),
    done: null,
    failure: null,
    ...given,
  })
}

const showSession =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { done = null } = readQuery(context, sessionPageQuery)
    return page(200, await renderSession(ports, context, { done }))
  }

const downloadRefusals =
  ({ store }: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return refusalsReply(store, await store.private.ingestion.get(pathId(context)))
  }

/** All refused records of a session with their reasons. */
export const refusalsReply = async (store: Store, { id }: Pick<IngestSession, 'id'>): Promise<Reply> => {
  let body = csvLine(['chunk', 'record', 'position', 'reason'])
  let last: IngestRefusal | null = null
  for (let count = 0; count < MAX_DOWNLOADED; count += REFUSALS_PER_READ) {
    if (count > 0) await yieldToEventLoop()
    const refusals: IngestRefusal[] = await store.private.ingestion.listRefusals(id, last, REFUSALS_PER_READ)
    for (const { chunk, number, position, reason } of refusals)
      body += csvLine([String(chunk), String(number), position, reason])
    last = refusals.at(-1) ?? null
    if (refusals.length < REFUSALS_PER_READ) break
  }
  const headers = { 'Content-Disposition': `attachment; filename="refused-${id}.csv"` }
  return { status: 200, body, type: CSV_TYPE, headers }
}

const postSession =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { label = '', max = '', until = '' } = fields
    const values = { label, max: max.trim(), until: until.trim() }
    return redisplayForm(
      async () => {
        const form = parseInput(openFormSchema, values)
        const end = parseSessionEnd(form.until, ports.clock.now())
        if (end === null)
          throw validationFailure([
            { path: 'until', message: 'must look like 7d, 12h, 2026-12-01 or a time with its time zone' },
          ])
        const settings = { label: form.label, maxRecords: form.max, until: end, actor: getCurrentActor(context) }
        const { session, key } = await ports.run(openSession, settings)
        const url = `${ports.publicUrl()}/api/ingest-sessions/${session.id}/papers`
        return page(200, await renderSessions(ports, context, { opened: { session, key, url } }))
      },
      (failure) => renderSessions(ports, context, { values, failure }),
    )
  }

const endWith =
  (ports: IngestionPorts, action: typeof closeSession, done: 'closed' | 'undone') =>
  async (context: Context): Promise<Reply> =>
    redisplayForm(
      async () => {
        const id = pathId(context)
        await ports.run(action, { id, actor: getCurrentActor(context) })
        return seeOther(`/console/ingestion/${id}?done=${done}`)
      },
      (failure) => {
        if (failure.code === 'not_found') throw failure
        return renderSession(ports, context, { failure })
      },
    )

const postClosing = (ports: IngestionPorts) => endWith(ports, closeSession, 'closed')
const postUndoing = (ports: IngestionPorts) => endWith(ports, undoSession, 'undone')

export const ingestionRoutes = (ports: IngestionPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion',
    summary: 'The ingestion sessions, and a form for a new one',
    responses: pageResponse,
    handle: showSessions(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/ingestion',
    summary: 'Opens an ingestion session and shows its key once',
    responses: pageResponse,
    handle: postSession(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion/:id',
    summary: 'The results of an ingestion session',
    query: sessionPageQuery,
    responses: pageResponse,
    handle: showSession(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion/:id/refused.csv',
    summary: 'The refused records of a session with their reasons',
    responses: { 200: { description: 'The records.', type: 'text/csv; charset=utf-8' } },
    handle: downloadRefusals(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/ingestion/:id/close',
    summary: 'Ends an ingestion session',
    responses: redirectResponse,
    handle: postClosing(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/ingestion/:id/undo',
    summary: 'Ends an ingestion session and undoes what it added',
    responses: redirectResponse,
    handle: postUndoing(ports),
  },
]
