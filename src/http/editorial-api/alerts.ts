import type { Context } from 'hono'
import { z } from 'zod'
import { confirmAlert, correctAlert, muteAlert } from '#actions/alerts.ts'
import type { Action } from '#actions/run-action.ts'
import { type Alert, groupAlerts } from '#core/evidence/alerts.ts'
import { correctionInput } from '#edited/brief-drafts.ts'
import { pathNumber, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { presentAlert, presentedAlert } from '#schemas/present-alert.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput } from './versioned-resource.ts'

const states = ['open', 'settled'] as const

const alertQuery = z.strictObject({
  state: z.enum(states).default('open').meta({ description: 'Only alerts in this state; open by default.' }),
})

const alertListResponse = z.strictObject({ success: z.literal(true), alerts: z.array(presentedAlert) })
const alertResponse = z.strictObject({ success: z.literal(true), alert: presentedAlert })

/** More are listed once some are settled. */
const MOST_LISTED = 1_000

const list =
  ({ store, requireKey }: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { state } = readQuery(context, alertQuery)
    const { alerts } = store.private
    const found =
      state === 'open'
        ? groupAlerts(await alerts.open(MOST_LISTED)).flatMap((group) => group.alerts)
        : await alerts.settled(MOST_LISTED)
    return json(200, { success: true, alerts: found.map(presentAlert) })
  }

const numberOf = (context: Context): number => pathNumber(context, () => 'There is no such alert.')

const notFound = {
  404: { description: 'No such alert.' },
  409: { description: 'It is settled, or cannot be settled so.' },
}
const settledResponse = { 200: { description: 'The alert, settled.', schema: alertResponse }, ...notFound }

const settle =
  (ports: EditingPorts, action: Action<{ id: number; actor: string }, Alert>) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    return json(200, { success: true, alert: presentAlert(await ports.run(action, { id: numberOf(context), actor })) })
  }

const correct =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form } = await readInput(context, correctionInput)
    const alert = await ports.run(correctAlert, { id: numberOf(context), text: form.text, actor })
    return json(200, { success: true, alert: presentAlert(alert) })
  }

export const alertRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/alerts',
    summary: 'Sentences to look at again, by what changed, gravest first',
    query: alertQuery,
    responses: { 200: { description: 'At most 1,000 of them.', schema: alertListResponse } },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/alerts/:id/confirm',
    summary: 'Say that a sentence is still true; the request has no body',
    responses: settledResponse,
    handle: settle(ports, confirmAlert),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/alerts/:id/correct',
    summary: 'Correct a sentence of a brief by a dated correction under it',
    body: correctionInput,
    responses: settledResponse,
    handle: correct(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/alerts/:id/mute',
    summary: 'Raise no more alerts for the search of a sentence; the request has no body',
    responses: settledResponse,
    handle: settle(ports, muteAlert),
  },
]
