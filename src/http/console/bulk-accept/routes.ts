import type { Context } from 'hono'
import { scheduleBulkAccept } from '#actions/review/schedule-bulk-accept.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import { getCurrentActor } from '#http/auth/current-session.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { UNDO_SECONDS } from '#core/review/pending-decision.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { toQueueFilter } from '#http/console/queue/input.ts'
import { queueContext, redirectToQueue, type QueueContextPorts } from '#http/console/queue/present.ts'
import { acceptAllFormSchema, acceptAllQuery } from './input.ts'
import { acceptAllPage } from './pages/accept-all.ts'

export type BulkAcceptPorts = QueueContextPorts & { run: RunAction }

const showAcceptAll =
  (ports: BulkAcceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const found = await ports.store.private.queue.selection({ ...toQueueFilter(place), state: 'pending', maxRisk })
    const frame = await queueContext(ports, context, place)
    return page(200, acceptAllPage(frame, { ...found, maxRisk, note: '', error: null }))
  }

const acceptAll =
  (ports: BulkAcceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const { fields } = await readFormBody(context)
    const filter = { ...toQueueFilter(place), maxRisk }
    const frame = await queueContext(ports, context, place)
    const again = async ({ message }: Failure) => {
      const found = await ports.store.private.queue.selection({ ...filter, state: 'pending' })
      return acceptAllPage(frame, { ...found, maxRisk, note: fields.note ?? '', error: message })
    }
    return redisplayForm(async () => {
      const { note, digest } = parseInput(acceptAllFormSchema, fields)
      await ports.run(scheduleBulkAccept, { filter, note, digest, actor: getCurrentActor(context) })
      return redirectToQueue(null, place)
    }, again)
  }

const acceptAllRoute = { ...editorRoute, path: '/console/accept-all' } as const

export const bulkAcceptRoutes = (ports: BulkAcceptPorts): Route[] => [
  {
    ...acceptAllRoute,
    method: 'get',
    summary: 'Asks whether to accept every paper that a filter selects; changes nothing',
    query: acceptAllQuery,
    responses: pageResponse,
    handle: showAcceptAll(ports),
  },
  {
    ...acceptAllRoute,
    method: 'post',
    summary: `Accepts every paper that a filter selects, with ${UNDO_SECONDS} seconds to undo it`,
    query: acceptAllQuery,
    responses: {
      ...redirectResponse,
      400: htmlResponse('A field is invalid.'),
    },
    handle: acceptAll(ports),
  },
]
