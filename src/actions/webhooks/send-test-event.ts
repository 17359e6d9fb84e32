import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { messageId, type WebhookEvent } from '#core/webhooks/webhook-event.ts'
import { getEndpoint } from './get-endpoint.ts'

type TestInput = { id: number; actor: string }

/** Queues an event `webhook.test`; its message id. Throws `not_found`, and `wrong_state` for a hub or a paused endpoint. */
export const sendTestEvent = async (tx: ActionContext, { id, actor }: TestInput): Promise<string> => {
  const { kind, state } = await getEndpoint(tx, id)
  if (kind === 'hub') throw new Failure('wrong_state', 'A hub is only told that feeds have changed.')
  if (state === 'paused') throw new Failure('wrong_state', `The webhook ${id} is paused: resume it first.`)
  const at = tx.now.toISOString()
  const test = `test ${tx.ids.uuid()}`
  const event: WebhookEvent = { type: 'webhook.test', subject: test, at, change: null, step: null, outcome: null }
  await tx.webhooks.addDeliveries(id, [{ event, messageId: messageId(event), dueAt: at }])
  // Who presses a button wants to see now whether it works, also where the endpoint is left alone after failures.
  await tx.webhooks.change(id, { restUntil: null })
  await tx.audit.record({ at, actor, act: 'webhook.test', subject: String(id), before: null, after: null })
  return messageId(event)
}
