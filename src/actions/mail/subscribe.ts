import { queueEmail } from '#actions/outbox/queue-email.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { admitAddress } from './admit-address.ts'
import { newSubscriberId } from './new-subscriber-id.ts'

type SubscribeInput = { email: string; name: string | null; client: ClientNetworks }

/**
 * Queues an email that asks an address to confirm its subscription; the link in it is made when the email leaves. The
 * result is the same for new, pending, active and suppressed addresses. Refuses with `quota_exceeded` when one client asks too often.
 */
export const subscribe = async (
  tx: ActionContext,
  { email, name, client }: SubscribeInput,
): Promise<null | Failure> => {
  const known = await tx.subscribers.findByEmail(email)
  const isWanted = known?.state !== 'active' || !known.wantsBrief
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const id = known?.id ?? newSubscriberId(tx)
  const noLink = { confirmHash: null, confirmExpiresAt: null }
  const asked =
    // Who follows searches goes on following them until the brief is confirmed, and after.
    known?.state === 'active'
      ? { ...known, ...noLink }
      : { id, email, name, state: 'pending' as const, wantsBrief: true, ...noLink }
  await tx.subscribers.put(asked, tx.now.toISOString())
  const subject = tx.emails.confirmationSubject()
  await queueEmail(tx, { kind: 'confirmation', to: email, subject, replyTo: null, headers: {}, text: null })
  return null
}
