import { admitAddress } from '#actions/mail/admit-address.ts'
import { queueRequest } from '#actions/outbox/queue-request.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { getRequest } from './get-request.ts'

type RequestMoveInput = { token: string; email: string; client: ClientNetworks }

/**
 * Asks another address whether the emails of a subscriber may go there, by the link that was mailed to the present one. Throws
 * `not_found` for a link that does not work, and refuses with `quota_exceeded`.
 */
export const requestMove = async (
  tx: ActionContext,
  { token, email, client }: RequestMoveInput,
): Promise<null | Failure> => {
  const { subscriberId } = await getRequest(tx, { token, purpose: 'manage' })
  const isWanted = (await tx.subscribers.find(subscriberId)) !== null
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  await queueRequest(tx, { purpose: 'move', subscriberId, email, address: null, frequency: null })
  return null
}
