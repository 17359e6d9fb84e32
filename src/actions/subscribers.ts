import type { ActionContext } from './run-action.ts'
import { consumeClientQuota } from './quotas.ts'
import { quotaExceeded, Failure } from '#core/failure.ts'
import { mayAskToConfirm } from '#core/mail/suppression.ts'
import { confirmationBucket, confirmationPolicy } from '#core/mail/subscriber.ts'
import { subscribePolicy, type ClientNetworks } from '#core/quota.ts'
import { queueEmail } from './outbox.ts'
import { liftByConfirming } from './suppressions.ts'
import { hashSecret } from '#core/access/api-key.ts'

export const newSubscriberId = (tx: ActionContext): string => `s_${tx.ids.secret().slice(0, 16)}`

type AdmitAddressInput = {
  email: string
  client: ClientNetworks
  /** Whether an email would be useful; the answer is the same either way. */
  isWanted: boolean
}

/**
 * Counts a request for an email to an address that anybody may have typed. Returns true if the email may be queued, null if it
 * may not but the answer must look the same, or `quota_exceeded` if a client asks too often.
 */
export const admitAddress = async (
  tx: ActionContext,
  { email, client, isWanted }: AdmitAddressInput,
): Promise<true | null | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'subscribe', policy: subscribePolicy, client })
  if (!quota.allowed) return quotaExceeded(quota)
  if (!isWanted) return null
  const suppression = await tx.suppressions.find(email)
  if (suppression !== null && !mayAskToConfirm(suppression)) return null
  const emailQuota = await tx.quota.consume(confirmationBucket(email), confirmationPolicy, tx.now)
  if (!emailQuota.allowed) return null
  if (suppression !== null) await tx.suppressions.put(email, { ...suppression, confirmationAt: tx.now.toISOString() })
  return true
}

/**
 * Queues an email that asks an address to confirm its subscription; its link is made when the email is sent. The result is the
 * same for new, pending, active and suppressed addresses. Refuses with `quota_exceeded` if a client asks too often.
 */
export const subscribe = async (
  tx: ActionContext,
  { email, name, client }: { email: string; name: string | null; client: ClientNetworks },
): Promise<null | Failure> => {
  const known = await tx.subscribers.findByEmail(email)
  const isWanted = known?.state !== 'active' || !known.wantsBrief
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const id = known?.id ?? newSubscriberId(tx)
  const noLink = { confirmHash: null, confirmExpiresAt: null }
  const requested =
    // A subscriber who follows searches keeps following them before and after confirming the brief.
    known?.state === 'active'
      ? { ...known, ...noLink }
      : { id, email, name, state: 'pending' as const, wantsBrief: true, ...noLink }
  await tx.subscribers.put(requested, tx.now.toISOString())
  const subject = tx.emails.confirmationSubject()
  await queueEmail(tx, { kind: 'confirmation', to: email, subject, replyTo: null, headers: {}, text: null })
  return null
}

/**
 * Activates a subscription by the token that was emailed, which proves that emails arrive. Throws `not_found` for an unknown,
 * used or expired token.
 */
export const confirmSubscription = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const at = tx.now.toISOString()
  const subscriber = await tx.subscribers.findByConfirmHash(hashSecret(token))
  const isExpired = subscriber !== null && subscriber.confirmExpiresAt !== null && subscriber.confirmExpiresAt < at
  if (subscriber === null || isExpired)
    throw new Failure('not_found', 'This link is no longer valid; subscribe again to get a new one.')
  await liftByConfirming(tx, subscriber.email)
  const confirmed = { state: 'active' as const, wantsBrief: true, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put({ ...subscriber, ...confirmed }, at)
}

/**
 * Ends all emails to a subscriber, brief and digests, confirmed or not; doing so twice is not an error. Requests that are not
 * confirmed yet can no longer be. After a complaint the state stays `complained`.
 */
export const unsubscribe = async (tx: ActionContext, { subscriberId }: { subscriberId: string }): Promise<void> => {
  await tx.following.stop(subscriberId, null)
  await tx.following.removeRequests({ subscriberId })
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null || subscriber.state === 'unsubscribed' || subscriber.state === 'complained') return
  const ended = {
    name: null,
    state: 'unsubscribed' as const,
    wantsBrief: false,
    confirmHash: null,
    confirmExpiresAt: null,
  }
  await tx.subscribers.put({ ...subscriber, ...ended }, tx.now.toISOString())
}
