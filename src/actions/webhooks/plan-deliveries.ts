import type { ActionContext } from '#actions/run-action.ts'
import type { ChangedKind, NumberedChange } from '#core/changes/public-change.ts'
import { MOST_WAITING, type EndpointKind, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { changedFeeds } from '#core/webhooks/feed-topics.ts'
import { mergeEvents } from '#core/webhooks/merge-events.ts'
import { messageId, type WebhookEvent } from '#core/webhooks/webhook-event.ts'

/** Changes that are looked at in one transaction: those of papers make a delivery for each feed that they are in. */
const AT_ONCE: Record<EndpointKind, number> = { webhook: 200, hub: 40 }
/** A hub is told of all changes of so long together. */
const COALESCED_MS = 15_000

/** A hub has one delivery a feed, whatever changed in it. */
const planForHub = async (
  tx: ActionContext,
  { id }: WebhookEndpoint,
  changes: readonly NumberedChange[],
): Promise<void> => {
  const idsOf = (wanted: ChangedKind): string[] => [
    ...new Set(changes.filter(({ kind }) => kind === wanted).map(({ id: changed }) => changed)),
  ]
  const feeds = changedFeeds({
    kinds: new Set(changes.map(({ kind }) => kind)),
    papers: await tx.webhooks.paperTopics(idsOf('paper')),
    concepts: await tx.webhooks.presentConcepts(idsOf('concept')),
  })
  const waiting = await tx.webhooks.waitingSubjects(id)
  const at = tx.now.toISOString()
  const dueAt = new Date(tx.now.getTime() + COALESCED_MS).toISOString()
  const told = feeds
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
  const limit = AT_ONCE[kind]
  if ((await tx.webhooks.countWaiting(id)) >= MOST_WAITING) return
  const end = await tx.webhooks.positionBefore(null)
  const changes = end.change > position.change ? await tx.changes.after(position.change, limit) : []
  const wantsDecisions = kind === 'webhook' && wanted.includes('submission.decided') && end.step > position.step
  const decisions = wantsDecisions ? await tx.webhooks.decisionsAfter(position.step, limit) : []
  const merged = mergeEvents({ changes, decisions }, { position, end, limit })
  if (merged.position.change === position.change && merged.position.step === position.step) return
  await tx.webhooks.change(id, { position: merged.position })
  if (kind === 'hub') {
    await planForHub(
      tx,
      endpoint,
      changes.filter(({ seq }) => seq <= merged.position.change),
    )
    return
  }
  const told = merged.events.filter(({ type }) => wanted.some((one) => one === type))
  const dueAt = tx.now.toISOString()
  await tx.webhooks.addDeliveries(
    id,
    told.map((event) => ({ event, messageId: messageId(event), dueAt })),
  )
}
