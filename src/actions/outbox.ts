import type { ActionContext } from './run-action.ts'
import type { Email, ComposedEmail } from '#core/mail/email.ts'
import {
  type SubscriberRequest,
  requestExpiry,
  CONFIRMATION_DELAY_MS,
  confirmationDayPolicy,
  confirmationDomainPolicy,
  confirmationNoticePolicy,
  confirmExpiry,
  awaitsConfirmation,
} from '#core/mail/subscriber.ts'
import { type QueuedEmail, retryDelay } from '#core/mail/outbox.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { recipientDomain } from '#core/mail/mailbox.ts'
import { recordBounce } from './suppressions.ts'
import { deliveryName } from '#core/mail/keyed-address.ts'
import { Failure } from '#core/failure.ts'

/** Adds an email to the outbox, due at once, with a Message-ID that stays the same for every attempt. */
export const queueEmail = (tx: ActionContext, email: Omit<Email, 'messageId'>): Promise<void> =>
  tx.outbox.add({ ...email, messageId: tx.emails.messageId(tx.ids.uuid()) }, tx.now.toISOString())

/** Queues an email to each admin who has an address. */
export const notifyAdmins = async (
  tx: ActionContext,
  content: Pick<Email, 'subject' | 'text' | 'headers' | 'replyTo'>,
): Promise<void> => {
  for (const { role, email, removedAt } of await tx.editors.list())
    if (role === 'admin' && email !== null && removedAt === null)
      await queueEmail(tx, { ...content, kind: 'notice', to: email })
}

/** Stores a request for an address, and queues the email with the link that confirms it. */
export const queueRequest = async (
  tx: ActionContext,
  request: Omit<SubscriberRequest, 'messageId' | 'hash' | 'expiresAt'>,
): Promise<void> => {
  const at = tx.now.toISOString()
  const messageId = tx.emails.messageId(tx.ids.uuid())
  await tx.following.addRequest({ ...request, messageId, hash: null, expiresAt: null }, at)
  const subject = tx.emails.requestSubject(request.purpose)
  const empty = { replyTo: null, headers: {}, text: null }
  await tx.outbox.add({ ...empty, messageId, kind: 'request', to: request.email, subject }, at)
}

type LeaseEmailsInput = {
  leaseMs: number
  limit: number
  /** Whether to include emails to the research team. */
  withTeam: boolean
}

/** Leases due emails to one process. */
export const leaseEmails = async (
  tx: ActionContext,
  { leaseMs, limit, withTeam }: LeaseEmailsInput,
): Promise<{ emails: QueuedEmail[]; leaseUntil: string }> => {
  const leaseUntil = new Date(tx.now.getTime() + leaseMs).toISOString()
  return { emails: await tx.outbox.lease(tx.now.toISOString(), leaseUntil, limit, withTeam), leaseUntil }
}

/** Releases a leased email that was not sent, so that a restart need not wait for the lease to expire. */
export const releaseEmail = (tx: ActionContext, { seq }: { seq: number }): Promise<void> => tx.outbox.release(seq)

/** Emails the admins that a limit is reached, once a day for each domain. */
const notifyOfLimit = async (tx: ActionContext, bucket: string, domain: string | null): Promise<void> => {
  const notice = await tx.quota.consume(`notice:${bucket}`, confirmationNoticePolicy, tx.now)
  if (notice.allowed) await notifyAdmins(tx, tx.emails.confirmationPace({ domain }))
}

/**
 * Counts a confirmation email before it is sent; returns false and postpones it by an hour if too many are being sent, in total
 * or to its domain. None is dropped.
 */
const limitConfirmation = async (tx: ActionContext, { seq, to }: { seq: number; to: string }): Promise<boolean> => {
  const domain = recipientDomain(to)
  const limits = [
    { bucket: 'confirmation-day', policy: confirmationDayPolicy, domain: null },
    { bucket: `confirmation-domain:${hashSecret(domain)}`, policy: confirmationDomainPolicy, domain },
  ]
  for (const limit of limits)
    if (!(await tx.quota.peek(limit.bucket, limit.policy, tx.now)).allowed) {
      await tx.outbox.postpone(seq, new Date(tx.now.getTime() + CONFIRMATION_DELAY_MS).toISOString())
      await notifyOfLimit(tx, limit.bucket, limit.domain)
      return false
    }
  for (const { bucket, policy } of limits) await tx.quota.consume(bucket, policy, tx.now)
  return true
}

/**
 * Composes a confirmation email right before it is sent, with a new link; links in earlier emails to the same subscriber stop
 * working. The link gets its expiry once the email was sent. Returns null, and removes the email, if the subscription was
 * confirmed, ended or erased; also null if it is postponed because too many are being sent.
 */
export const composeConfirmation = async (
  tx: ActionContext,
  email: QueuedEmail,
): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const subscriber = email.to === null ? null : await tx.subscribers.findByEmail(email.to)
  if (email.to === null || subscriber === null || !awaitsConfirmation(subscriber)) {
    await tx.outbox.remove(email.seq)
    return null
  }
  if (!(await limitConfirmation(tx, { seq: email.seq, to: email.to }))) return null
  const token = tx.ids.secret()
  const withLink = { ...subscriber, confirmHash: hashSecret(token), confirmExpiresAt: null }
  await tx.subscribers.put(withLink, tx.now.toISOString())
  const subscriberId = subscriber.id
  const returnPath = tx.emails.returnPath({ subscriberId, messageId: email.messageId })
  return { ...email, ...tx.emails.confirmation({ subscriberId, token }), returnPath }
}

/**
 * Composes the email of a request right before it is sent, with a new link, which gets its expiry once the email was sent.
 * Returns null, and removes the email, if the request was withdrawn; also null if it is postponed.
 */
export const composeRequest = async (
  tx: ActionContext,
  email: QueuedEmail,
): Promise<(QueuedEmail & ComposedEmail) | null> => {
  const request = await tx.following.findRequest(email.messageId)
  if (request === null) {
    await tx.outbox.remove(email.seq)
    return null
  }
  if (!(await limitConfirmation(tx, { seq: email.seq, to: request.email }))) return null
  const token = tx.ids.secret()
  await tx.following.setLink(email.messageId, { hash: hashSecret(token), expiresAt: null })
  return { ...email, ...tx.emails.request({ ...request, token }), returnPath: tx.emails.returnPath(request) }
}

const startRequestPeriod = async (tx: ActionContext, messageId: string): Promise<void> => {
  const request = await tx.following.findRequest(messageId)
  if (request === null || request.expiresAt !== null) return
  await tx.following.setLink(messageId, { hash: request.hash, expiresAt: requestExpiry(request, tx.now) })
}

/** Sets the expiry of the link in an email; what is not confirmed in time is removed. */
const startConfirmationPeriod = async (
  tx: ActionContext,
  { kind, to, messageId }: Pick<QueuedEmail, 'kind' | 'to' | 'messageId'>,
): Promise<void> => {
  if (kind === 'request') return startRequestPeriod(tx, messageId)
  if (kind !== 'confirmation' || to === null) return
  const subscriber = await tx.subscribers.findByEmail(to)
  if (subscriber === null || !awaitsConfirmation(subscriber) || subscriber.confirmExpiresAt !== null) return
  await tx.subscribers.put({ ...subscriber, confirmExpiresAt: confirmExpiry(tx.now) }, tx.now.toISOString())
}

/** Records that an email was sent. */
export const recordSentEmail = async (tx: ActionContext, email: QueuedEmail): Promise<void> => {
  await tx.outbox.markSent(email.seq, tx.now.toISOString())
  await startConfirmationPeriod(tx, email)
}

type RecordFailedEmailInput = {
  email: QueuedEmail
  reason: string
  /** What the refusal says about the address, if anything. */
  bounce?: 'hard' | 'soft' | null
}

const REASON_LENGTH = 500

const countBounce = async (tx: ActionContext, { to, messageId }: QueuedEmail, kind: 'hard' | 'soft'): Promise<void> => {
  const subscriber = to === null ? null : await tx.subscribers.findByEmail(to)
  if (subscriber !== null)
    await recordBounce(tx, { subscriberId: subscriber.id, delivery: deliveryName(messageId), kind })
}

/** Records that an email could not be sent; returns when it is tried again, or null if it is given up. */
export const recordFailedEmail = async (
  tx: ActionContext,
  { email, reason, bounce = null }: RecordFailedEmailInput,
): Promise<string | null> => {
  const isSubscription = email.kind === 'confirmation' || email.kind === 'request'
  // An address that does not exist is not asked to confirm again.
  const pause = isSubscription && bounce === 'hard' ? null : retryDelay(email.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  await tx.outbox.markFailed(email.seq, reason.slice(0, REASON_LENGTH), retryAt)
  if (retryAt === null) await startConfirmationPeriod(tx, email)
  if (retryAt === null && isSubscription && bounce !== null) await countBounce(tx, email, bounce)
  return retryAt
}

/** Makes a waiting or abandoned email due now. Throws `wrong_state` if it was sent or is being sent. */
export const requeueEmail = async (
  tx: ActionContext,
  { seq, actor }: { seq: number; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  if (!(await tx.outbox.retry(seq, at)))
    throw new Failure('wrong_state', `Email ${seq} was sent, is being sent, or was removed.`)
  await tx.audit.record({ at, actor, act: 'letter.retry', subject: String(seq), before: null, after: { dueAt: at } })
}
