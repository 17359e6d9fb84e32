import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/access/session.ts'
import { retentionCutoff } from '#core/retention.ts'
import type { ActionContext } from './run-action.ts'
import { auditNotePolicy } from '#core/quota.ts'
import { notifyAdmins } from './outbox.ts'

/** No rate limit on emails looks further back. */
const MAIL_RATES_KEPT_MS = 3_600_000
/** Deliveries to keep for each webhook. */
const MAX_WEBHOOK_DELIVERIES = 10_000

/**
 * Deletes what has expired: data with a retention period (`RETENTION_DAYS`), subscriptions that were not confirmed in time,
 * quota counts, sessions, invitation links and passkey challenges.
 */
export const pruneExpired = async (tx: ActionContext): Promise<void> => {
  const { now } = tx
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  await tx.idempotency.prune(retentionCutoff('storedResponse', now))
  await tx.subscribers.prunePending(now.toISOString())
  await tx.quota.prune(now)
  await tx.sessions.prune(before(SESSION_MAX_MS), before(SESSION_IDLE_MS))
  await tx.editors.pruneSignInLinks(now.toISOString())
  await tx.passkeys.pruneChallenges(now.toISOString())
  await tx.outbox.pruneSent(retentionCutoff('sentEmail', now))
  await tx.mailings.prune(retentionCutoff('sentEmail', now))
  await tx.following.pruneDigests(retentionCutoff('sentEmail', now))
  await tx.following.pruneRequests(now.toISOString(), retentionCutoff('sentEmail', now))
  await tx.mailings.pruneRates(now.getTime() - MAIL_RATES_KEPT_MS)
  await tx.suppressions.pruneBounces(retentionCutoff('bounce', now))
  await tx.bulkChanges.prune(retentionCutoff('bulkChange', now))
  await tx.joins.prune(retentionCutoff('join', now))
  await tx.sources.pruneRuns(retentionCutoff('sourceRun', now))
  await tx.webhooks.prune(retentionCutoff('webhookDelivery', now), MAX_WEBHOOK_DELIVERIES)
  await tx.secondFactors.prunePending(now.toISOString())
  await tx.formDrafts.prune(retentionCutoff('formDraft', now))
}

const everything = { actor: null, act: null, subject: null }
const RECENT_MS = 25 * 3_600_000

/**
 * Emails the head of the audit log to the admins, once a day across all processes, if something was recorded: a copy outside
 * the database reveals whether the log was rewritten. Returns whether it sent anything.
 */
export const noteAuditHead = async (tx: ActionContext): Promise<boolean> => {
  const [newest] = (await tx.audit.list(everything, null, 1)).records
  if (newest === undefined || tx.now.getTime() - Date.parse(newest.at) > RECENT_MS) return false
  if (!(await tx.quota.consume('audit-note', auditNotePolicy, tx.now)).allowed) return false
  await notifyAdmins(tx, tx.emails.auditHead(await tx.audit.head()))
  return true
}
