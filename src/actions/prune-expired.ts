import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/access/session.ts'
import type { ActionContext } from './run-action.ts'

const STORED_RESPONSES_KEPT_MS = 24 * 3_600_000
/** Who got an email, a brief or a digest is known for so long after it was sent, and what was asked for an address that no email left for. */
const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000
/** No rate of emails looks further back. */
const MAIL_RATES_KEPT_MS = 3_600_000
/** Which emails came back is known for so long. */
const BOUNCES_KEPT_MS = 30 * 24 * 3_600_000
/** What was sent to webhooks is known for so long, and no more than so many deliveries each. */
const WEBHOOK_DELIVERIES_KEPT_MS = 14 * 24 * 3_600_000
const MOST_WEBHOOK_DELIVERIES = 10_000
/** How sources were read is known for so long. */
const SOURCE_RUNS_KEPT_MS = 30 * 24 * 3_600_000

/**
 * Deletes what has expired: stored responses after 24 hours, subscriptions that nobody confirmed in time, counted
 * requests, sessions, invitation links and passkey challenges, who got an email or a brief 30 days after it was sent, and which
 * emails came back and how sources were read after 30 days, and what was delivered to webhooks after 14 days.
 */
export const pruneExpired = async (tx: ActionContext): Promise<void> => {
  const { now } = tx
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  await tx.idempotency.prune(before(STORED_RESPONSES_KEPT_MS))
  await tx.subscribers.prunePending(now.toISOString())
  await tx.quota.prune(now)
  await tx.sessions.prune(before(SESSION_MAX_MS), before(SESSION_IDLE_MS))
  await tx.editors.pruneSignInLinks(now.toISOString())
  await tx.passkeys.pruneChallenges(now.toISOString())
  await tx.outbox.pruneSent(before(DELIVERIES_KEPT_MS))
  await tx.mailings.prune(before(DELIVERIES_KEPT_MS))
  await tx.following.pruneDigests(before(DELIVERIES_KEPT_MS))
  await tx.following.pruneRequests(now.toISOString(), before(DELIVERIES_KEPT_MS))
  await tx.mailings.pruneRates(now.getTime() - MAIL_RATES_KEPT_MS)
  await tx.suppressions.pruneBounces(before(BOUNCES_KEPT_MS))
  await tx.sources.pruneRuns(before(SOURCE_RUNS_KEPT_MS))
  await tx.webhooks.prune(before(WEBHOOK_DELIVERIES_KEPT_MS), MOST_WEBHOOK_DELIVERIES)
  await tx.secondFactors.prunePending(now.toISOString())
}
