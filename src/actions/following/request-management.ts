import { admitAddress } from '#actions/mail/admit-address.ts'
import { newSubscriberId } from '#actions/mail/new-subscriber-id.ts'
import { queueRequest } from '#actions/outbox/queue-request.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'

type RequestManagementInput = { email: string; client: ClientNetworks }

/**
 * Queues an email with a link by which the owner of an address sees, moves or deletes what is stored about it. The result is the same for
 * addresses that nothing is stored about, which get no email. Refuses with `quota_exceeded`.
 */
export const requestManagement = async (
  tx: ActionContext,
  { email, client }: RequestManagementInput,
): Promise<null | Failure> => {
  const known = await tx.subscribers.findByEmail(email)
  const isWanted = known !== null || (await tx.messages.from(email)).length > 0
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const subscriberId = known?.id ?? newSubscriberId(tx)
  await queueRequest(tx, { purpose: 'manage', subscriberId, email, address: null, frequency: null })
  return null
}
