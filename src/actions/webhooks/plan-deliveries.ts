import type { ActionContext } from '#actions/run-action.ts'
import { MOST_WAITING, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { feedsOf } from '#core/webhooks/feed-topics.ts'
import { mergeEvents } from '#core/webhooks/merge-events.ts'
import { messageId, type WebhookEvent } from '#core/webhooks/webhook-event.ts'

/** Changes that are looked at in one transaction. */
const AT_ONCE = 200
/** A hub is told of all changes of so long together. */
const COALESCED_MS = 15_000

/** A hub has one delivery a feed, whatever changed in it. */
const planForHub = async (
  tx: ActionContext,
  { id }: WebhookEndpoint,
  events: readonly WebhookEvent[],
): Promise<void> => {
  const kinds = new Set(events.map(({ subject }) => subject.split(' ')[0]))
  const waiting = await tx.webhooks.waitingSubjects(id)
  const at = tx.now.toISOString()
  const dueAt = new Date(tx.now.getTime() + COALESCED_MS).toISOString()
  const told = feedsOf((['paper', 'gap', 'brief'] as const).filter((kind) => kinds.has(kind)))
    .filter((feed) => !waiting.has(feed))
    .map((subject): WebhookEvent => ({
      type: 'feed.changed',
      subject,
      at,
      change: null,
      step: null,
      outcome: null,
    }))
  await tx.webhooks.addDeliveries(
    id,
    told.map((event) => ({ event, messageId: messageId(event), dueAt })),
  )
}

/** Gives an endpoint deliveries of what happened since it was last given some, as far as there is room. */
export const planDeliveries = async (tx: ActionContext, endpoint: WebhookEndpoint): Promise<void> => {
  const { id, kind, position, events: wanted } = endpoint
  if ((await tx.webhooks.countWaiting(id)) >= MOST_WAITING) return
  const end = await tx.webhooks.positionBefore(null)
  const changes = end.change > position.change ? await tx.changes.after(position.change, AT_ONCE) : []
  const wantsDecisions = kind === 'webhook' && wanted.includes('submission.decided') && end.step > position.step
  const decisions = wantsDecisions ? await tx.webhooks.decisionsAfter(position.step, AT_ONCE) : []
  const merged = mergeEvents({ changes, decisions }, { position, end, limit: AT_ONCE })
  if (merged.position.change === position.change && merged.position.step === position.step) return
  await tx.webhooks.change(id, { position: merged.position })
  if (kind === 'hub') {
    await planForHub(tx, endpoint, merged.events)
    return
  }
  const told = merged.events.filter(({ type }) => wanted.some((one) => one === type))
  const dueAt = tx.now.toISOString()
  await tx.webhooks.addDeliveries(
    id,
    told.map((event) => ({ event, messageId: messageId(event), dueAt })),
  )
}
