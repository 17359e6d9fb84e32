import { queueEmail } from '#actions/outbox/queue-email.ts'
import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { subscribePolicy, type ClientNetworks } from '#core/quota.ts'
import { mayAskToConfirm } from '#core/mail/bounces/suppression.ts'
import { confirmationBucket, confirmationPolicy } from '#core/mail/subscription.ts'

type SubscribeInput = { email: string; name: string | null; client: ClientNetworks }

/**
 * Queues an email that asks an address to confirm its subscription; the link in it is made when the email leaves. The
 * result is the same for new, pending, active and suppressed addresses. Refuses with `quota_exceeded` when one client asks too often.
 */
export const subscribe = async (
  tx: ActionContext,
  { email, name, client }: SubscribeInput,
): Promise<null | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'subscribe', policy: subscribePolicy, client })
  if (!quota.allowed) return quotaExceeded(quota)
  const known = await tx.subscribers.findByEmail(email)
  if (known?.state === 'active') return null
  const suppression = await tx.suppressions.find(email)
  if (suppression !== null && !mayAskToConfirm(suppression)) return null
  const emailQuota = await tx.quota.consume(confirmationBucket(email), confirmationPolicy, tx.now)
  if (!emailQuota.allowed) return null
  if (suppression !== null) await tx.suppressions.put(email, { ...suppression, confirmationAt: tx.now.toISOString() })
  const id = known?.id ?? `s_${tx.ids.secret().slice(0, 16)}`
  const pending = { id, email, name, state: 'pending' as const, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put(pending, tx.now.toISOString())
  const subject = tx.emails.confirmationSubject()
  await queueEmail(tx, { kind: 'confirmation', to: email, subject, replyTo: null, headers: {}, text: null })
  return null
}
