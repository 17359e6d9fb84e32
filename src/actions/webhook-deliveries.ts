import type { ActionContext } from './run-action.ts'
import type { ChangedKind, NumberedChange } from '#core/public-change.ts'
import {
  MAX_WAITING,
  type EndpointKind,
  type WebhookEndpoint,
  type WebhookDelivery,
  shownAddress,
  type Exchange,
  changedFeeds,
  mergeEvents,
  messageId,
  type WebhookEvent,
  GIVE_UP_AFTER_DAYS,
  GIVE_UP_AFTER_MS,
  restWait,
  retryWait,
} from '#core/webhooks.ts'
import type { EndpointLease, SealedSecrets } from '#ports/store/webhooks.ts'
import { notifyAdmins } from './outbox.ts'

/** Changes in one transaction; for a hub, a change of a paper makes a delivery for each feed that it is in. */
const CHANGES_AT_ONCE: Record<EndpointKind, number> = { webhook: 200, hub: 40 }
/** All changes within this time are one delivery to a hub. */
const COALESCED_MS = 15_000

/** Plans one delivery per changed feed, unless one is already waiting. */
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
  const events = feeds
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
    events.map((event) => ({ event, messageId: messageId(event), dueAt })),
  )
}

/** Plans deliveries for the events since an endpoint's position, unless too many are waiting. */
const planDeliveries = async (tx: ActionContext, endpoint: WebhookEndpoint): Promise<void> => {
  const { id, kind, position, events: wanted } = endpoint
  const limit = CHANGES_AT_ONCE[kind]
  if ((await tx.webhooks.countWaiting(id)) >= MAX_WAITING) return
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
  const selected = merged.events.filter(({ type }) => wanted.some((one) => one === type))
  const dueAt = tx.now.toISOString()
  await tx.webhooks.addDeliveries(
    id,
    selected.map((event) => ({ event, messageId: messageId(event), dueAt })),
  )
}

/** Longer than an attempt may take; a sender that was killed is replaced after this time. */
const LEASE_MS = 60_000

/** The next delivery, with everything needed to send it. */
export type TakenDelivery = { endpoint: WebhookEndpoint; delivery: WebhookDelivery; secrets: SealedSecrets }

const findNextDelivery = async (tx: ActionContext, { id }: EndpointLease): Promise<TakenDelivery | null> => {
  const endpoint = await tx.webhooks.find(id)
  const at = tx.now.toISOString()
  if (endpoint === null || (endpoint.restUntil !== null && endpoint.restUntil > at)) return null
  await planDeliveries(tx, endpoint)
  const delivery = await tx.webhooks.nextDue(id, at)
  if (delivery === null) return null
  const { secret, old } = await tx.webhooks.secrets(id)
  const isOverlap = endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > at
  return { endpoint, delivery, secrets: { secret, old: isOverlap ? old : null } }
}

/**
 * Leases an endpoint to a sender and gives its next delivery; null if nothing is due, or another sender has the lease. Every
 * call renews the lease, and one that gives null releases it.
 */
export const takeWebhookDelivery = async (tx: ActionContext, lease: EndpointLease): Promise<TakenDelivery | null> => {
  const until = new Date(tx.now.getTime() + LEASE_MS).toISOString()
  if (!(await tx.webhooks.hold(lease, tx.now.toISOString(), until))) return null
  const taken = await findNextDelivery(tx, lease)
  if (taken === null) await tx.webhooks.release(lease)
  return taken
}

/**
 * The outcome of an attempt. `failed`: it is tried again; `impossible`: trying again would not help. `retryAt` is from the
 * server's Retry-After.
 */
export type AttemptOutcome = { exchange: Exchange } & (
  | { result: 'delivered' }
  | { result: 'failed'; error: string; retryAt: Date | null }
  | { result: 'impossible'; error: string }
)

type RecordAttemptInput = {
  sender: string
  endpoint: WebhookEndpoint
  delivery: WebhookDelivery
  outcome: AttemptOutcome
}

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

const pauseEndpoint = async (tx: ActionContext, { id, kind, url, description }: WebhookEndpoint, because: string) => {
  await tx.webhooks.change(id, { state: 'paused', pausedBecause: because })
  const address = shownAddress(url)
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor: 'longview',
    act: 'webhook.pause',
    subject: String(id),
    before: { address, state: 'active' },
    after: { because },
  })
  await notifyAdmins(tx, tx.emails.webhookPaused({ id, kind, address, description, because }))
}

/** When to give up: three days after the first failure of this delivery, or of the endpoint. */
const givesUpAt = ({ failingSince }: WebhookEndpoint, firstAttemptAt: string): number =>
  Math.min(Date.parse(failingSince ?? firstAttemptAt), Date.parse(firstAttemptAt)) + GIVE_UP_AFTER_MS

/**
 * Records the outcome of an attempt. A failed delivery waits, and after several failures in a row so does the whole endpoint.
 * Pauses an endpoint that accepted nothing for three days, or never will, and notifies the admins. Does nothing for a failed
 * attempt of a sender that has lost its lease: another one tries again.
 */
export const recordAttempt = async (tx: ActionContext, input: RecordAttemptInput): Promise<void> => {
  const { sender, delivery, outcome } = input
  const { id } = input.endpoint
  // The endpoint was paused, removed or taken over, so this may be sent again later.
  if (!(await tx.webhooks.holds({ id, sender })) && outcome.result !== 'delivered') return
  const endpoint = (await tx.webhooks.find(id)) ?? input.endpoint
  const at = tx.now.toISOString()
  const firstAttemptAt = delivery.firstAttemptAt ?? at
  const attempts = delivery.attempts + 1
  const attempt = { attempts, firstAttemptAt, attemptedAt: at, exchange: outcome.exchange }
  if (outcome.result === 'delivered') {
    await tx.webhooks.recordAttempt(delivery.id, { ...attempt, state: 'delivered', dueAt: delivery.dueAt, error: null })
    await tx.webhooks.change(id, {
      failures: 0,
      failingSince: null,
      restUntil: null,
      lastSuccessAt: at,
      lastError: null,
    })
    return
  }
  const { error } = outcome
  const retryAt = outcome.result === 'failed' ? outcome.retryAt : null
  const failures = endpoint.failures + 1
  const remainingMs = givesUpAt(endpoint, firstAttemptAt) - tx.now.getTime()
  const wait = retryWait(delivery.messageId, attempts)
  // The last attempt is made when the time is up.
  const dueAt = later(tx.now, remainingMs > 0 ? Math.min(wait, remainingMs) : wait)
  const restUntil = [later(tx.now, restWait(endpoint.url, failures)), retryAt?.toISOString() ?? at].toSorted()[1] ?? at
  await tx.webhooks.recordAttempt(delivery.id, { ...attempt, state: 'waiting', dueAt, error })
  await tx.webhooks.change(id, {
    failures,
    failingSince: endpoint.failingSince ?? at,
    restUntil: restUntil > at ? restUntil : null,
    lastFailureAt: at,
    lastError: error,
  })
  if (outcome.result === 'impossible') await pauseEndpoint(tx, endpoint, error)
  else if (remainingMs <= 0)
    await pauseEndpoint(tx, endpoint, `It accepted nothing for ${GIVE_UP_AFTER_DAYS} days. The last error: ${error}`)
}

/** Releases the lease, for example when the process stops. */
export const releaseEndpoint = (tx: ActionContext, lease: EndpointLease): Promise<void> => tx.webhooks.release(lease)
