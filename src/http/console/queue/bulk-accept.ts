import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import { scheduleBulkAccept } from '#actions/scheduled-decisions.ts'
import type { Failure } from '#core/failure.ts'
import { requiresAssessment } from '#core/assessment/assessment-rule.ts'
import { publishableFilter, type QueueFilter } from '#core/review/queue.ts'
import { UNDO_SECONDS } from '#core/review/undo.ts'
import { getCurrentActor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { acceptAllPage } from '#http/console/queue/pages/bulk-accept.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { parseInput } from '#schemas/validate.ts'
import { queueFilterQuery, toQueueFilter } from './input.ts'
import { queueContext, type QueueContextPorts, redirectToQueue } from './routes.ts'

const MAX_INPUT_LENGTH = 20_000

const acceptAllFormSchema = z.object({
  note: z.string().max(MAX_INPUT_LENGTH).optional().default(''),
  /** Digest of the ids and versions that the page counted. */
  digest: z.string().max(100),
})

export type BulkAcceptPorts = QueueContextPorts & { run: RunAction }

/** What can be accepted, and how many papers have to be assessed first. */
const findSelection = async (
  { store, requireAssessment: rule }: BulkAcceptPorts,
  context: Context,
  filter: QueueFilter,
) => {
  const { queue } = store.private
  const pending: QueueFilter = { ...filter, state: 'pending' }
  const by = { rule, actor: getCurrentActor(context) }
  const publishable = publishableFilter(pending, by)
  const found = publishable === null ? { count: 0, digest: '' } : await queue.selection(publishable)
  const isAssessed = filter.assessed === true || !requiresAssessment(by)
  return {
    ...found,
    held: isAssessed ? 0 : await queue.count({ ...pending, assessed: false, placed: true }),
    unplaced: await queue.count({ ...pending, placed: false }),
  }
}

const showAcceptAll =
  (ports: BulkAcceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const selection = readQuery(context, queueFilterQuery)
    const found = await findSelection(ports, context, toQueueFilter(selection))
    const frame = await queueContext(ports, context, selection)
    return page(200, acceptAllPage(frame, { ...found, note: '', error: null }))
  }

const acceptAll =
  (ports: BulkAcceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const selection = readQuery(context, queueFilterQuery)
    const { fields } = await readFormBody(context)
    const filter = toQueueFilter(selection)
    const frame = await queueContext(ports, context, selection)
    const redisplay = async ({ message }: Failure) => {
      const found = await findSelection(ports, context, filter)
      return acceptAllPage(frame, { ...found, note: fields.note ?? '', error: message })
    }
    return redisplayForm(async () => {
      const { note, digest } = parseInput(acceptAllFormSchema, fields)
      await ports.run(scheduleBulkAccept, { filter, note, digest, actor: getCurrentActor(context) })
      return redirectToQueue(null, { ...selection, maxRisk: null })
    }, redisplay)
  }

const acceptAllRoute = { ...editorRoute, path: '/console/accept-all' } as const

export const bulkAcceptRoutes = (ports: BulkAcceptPorts): Route[] => [
  {
    ...acceptAllRoute,
    method: 'get',
    summary: 'Asks whether to accept every paper that a filter selects; changes nothing',
    query: queueFilterQuery,
    responses: pageResponse,
    handle: showAcceptAll(ports),
  },
  {
    ...acceptAllRoute,
    method: 'post',
    summary: `Accepts every paper that a filter selects, with ${UNDO_SECONDS} seconds to undo it`,
    query: queueFilterQuery,
    responses: {
      ...redirectResponse,
      400: htmlResponse('A field is invalid.'),
    },
    handle: acceptAll(ports),
  },
]
