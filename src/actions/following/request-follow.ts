import { admitAddress } from '#actions/mail/admit-address.ts'
import { newSubscriberId } from '#actions/mail/new-subscriber-id.ts'
import { queueRequest } from '#actions/outbox/queue-request.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import type { DigestFrequency } from '#core/following/follow.ts'
import { followedAddress, followedFilter, type FollowedSearch } from '#core/following/followed-search.ts'
import type { ClientNetworks } from '#core/quota.ts'

type RequestFollowInput = {
  email: string
  search: FollowedSearch
  frequency: DigestFrequency
  client: ClientNetworks
}

/**
 * Queues an email that asks an address to confirm that it follows a search. The result is the same for all addresses. Refuses with
 * `invalid` what no search can require, and with `quota_exceeded` when one client asks too often.
 */
export const requestFollow = async (
  tx: ActionContext,
  { email, search, frequency, client }: RequestFollowInput,
): Promise<null | Failure> => {
  if (search.of === 'papers') followedFilter(search)
  const address = followedAddress(search)
  const known = await tx.subscribers.findByEmail(email)
  const followed = known?.state === 'active' ? await tx.following.of(known.id) : []
  const isWanted = !followed.some((follow) => follow.address === address && follow.frequency === frequency)
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const subscriberId = known?.id ?? (await tx.following.requestedId(email)) ?? newSubscriberId(tx)
  await queueRequest(tx, { purpose: 'follow', subscriberId, email, address, frequency })
  return null
}
