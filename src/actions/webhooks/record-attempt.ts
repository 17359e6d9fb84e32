import { notifyAdmins } from '#actions/outbox/notify-admins.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { shownAddress, type Exchange, type WebhookDelivery, type WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { GIVE_UP_AFTER_DAYS, GIVE_UP_AFTER_MS, restWait, retryWait } from '#core/webhooks/retry-schedule.ts'

/**
 * How an attempt ended. `failed`: it is tried again; `impossible`: trying again changes nothing. `retryAt` is when the server
 * wants to be asked again.
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

const pauseAndTell = async (tx: ActionContext, { id, kind, url, description }: WebhookEndpoint, because: string) => {
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

/** When three days of trouble are over: with this delivery, or with all of the endpoint. */
const patienceEnds = ({ failingSince }: WebhookEndpoint, firstAttemptAt: string): number =>
  Math.min(Date.parse(failingSince ?? firstAttemptAt), Date.parse(firstAttemptAt)) + GIVE_UP_AFTER_MS

/**
 * Records how an attempt ended: what was delivered is done; what failed waits, and the whole endpoint with it after several
 * failures in a row. Pauses an endpoint that accepted nothing for three days, or never will, and tells the admins. Does nothing
 * for a sender whose lease was taken over: somebody else tries again.
 */
export const recordAttempt = async (tx: ActionContext, input: RecordAttemptInput): Promise<void> => {
  const { sender, delivery, outcome } = input
  const { id } = input.endpoint
  // It was paused, removed or taken over: whoever resumes it may send this once more.
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
  const patience = patienceEnds(endpoint, firstAttemptAt) - tx.now.getTime()
  const wait = retryWait(delivery.messageId, attempts)
  // The last attempt is made when patience ends.
  const dueAt = later(tx.now, patience > 0 ? Math.min(wait, patience) : wait)
  const restUntil = [later(tx.now, restWait(endpoint.url, failures)), retryAt?.toISOString() ?? at].toSorted()[1] ?? at
  await tx.webhooks.recordAttempt(delivery.id, { ...attempt, state: 'waiting', dueAt, error })
  await tx.webhooks.change(id, {
    failures,
    failingSince: endpoint.failingSince ?? at,
    restUntil: restUntil > at ? restUntil : null,
    lastFailureAt: at,
    lastError: error,
  })
  if (outcome.result === 'impossible') await pauseAndTell(tx, endpoint, error)
  else if (patience <= 0)
    await pauseAndTell(tx, endpoint, `It accepted nothing for ${GIVE_UP_AFTER_DAYS} days. The last error: ${error}`)
}
