import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/access/session.ts'
import { keptSince } from '#core/retention.ts'
import type { ActionContext } from './run-action.ts'

/** No rate of emails looks further back. */
const MAIL_RATES_KEPT_MS = 3_600_000
/** So many deliveries of each webhook are kept at most. */
const MOST_WEBHOOK_DELIVERIES = 10_000

/**
 * Deletes what has expired: what is kept for some days (`RETENTION_DAYS`), subscriptions that nobody confirmed in time,
 * counted requests, sessions, invitation links and passkey challenges.
 */
export const pruneExpired = async (tx: ActionContext): Promise<void> => {
  const { now } = tx
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  await tx.idempotency.prune(keptSince('storedResponse', now))
  await tx.subscribers.prunePending(now.toISOString())
  await tx.quota.prune(now)
  await tx.sessions.prune(before(SESSION_MAX_MS), before(SESSION_IDLE_MS))
  await tx.editors.pruneSignInLinks(now.toISOString())
  await tx.passkeys.pruneChallenges(now.toISOString())
  await tx.outbox.pruneSent(keptSince('sentEmail', now))
  await tx.mailings.prune(keptSince('sentEmail', now))
  await tx.following.pruneDigests(keptSince('sentEmail', now))
  await tx.following.pruneRequests(now.toISOString(), keptSince('sentEmail', now))
  await tx.mailings.pruneRates(now.getTime() - MAIL_RATES_KEPT_MS)
  await tx.suppressions.pruneBounces(keptSince('bounce', now))
  await tx.sources.pruneRuns(keptSince('sourceRun', now))
  await tx.webhooks.prune(keptSince('webhookDelivery', now), MOST_WEBHOOK_DELIVERIES)
  await tx.secondFactors.prunePending(now.toISOString())
}
