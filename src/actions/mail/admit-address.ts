import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { mayAskToConfirm } from '#core/mail/bounces/suppression.ts'
import { confirmationBucket, confirmationPolicy } from '#core/mail/subscription.ts'
import { subscribePolicy, type ClientNetworks } from '#core/quota.ts'

type AdmitAddressInput = {
  email: string
  client: ClientNetworks
  /** Whether an email would be of use; without one, the answer is the same. */
  isWanted: boolean
}

/**
 * Counts a request for an email to an address that anybody may have typed. True when the email may be queued, null when it is
 * not and nobody is to notice, `quota_exceeded` when one client asks too often.
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
