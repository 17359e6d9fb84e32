import { admitAddress, newSubscriberId, subscribe, unsubscribe } from './subscribers.ts'
import { queueRequest } from './outbox.ts'
import type { ActionContext } from './run-action.ts'
import { Failure } from '#core/failure.ts'
import { type DigestFrequency, MAX_FOLLOWS, type Follow } from '#core/following/follow.ts'
import {
  followedAddress,
  followedFilter,
  type FollowedSearch,
  wholeLibraryFollowed,
} from '#core/following/followed-search.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { liftByConfirming } from './suppressions.ts'
import type { SubscriberRequest, Subscriber } from '#core/mail/subscriber.ts'

type RequestFollowInput = {
  email: string
  search: FollowedSearch
  frequency: DigestFrequency
  client: ClientNetworks
}

/**
 * Queues an email that asks an address to confirm following a search. The result is the same for all addresses. Throws
 * `invalid` for a search that cannot be followed, and refuses with `quota_exceeded` if a client asks too often.
 */
export const requestFollow = async (
  tx: ActionContext,
  { email, search, frequency, client }: RequestFollowInput,
): Promise<null | Failure> => {
  if (search.of === 'papers') followedFilter(search)
  const address = followedAddress(search)
  const known = await tx.subscribers.findByEmail(email)
  const followed = known?.state === 'active' ? await tx.following.listBySubscriber(known.id) : []
  const isWanted = !followed.some((follow) => follow.address === address && follow.frequency === frequency)
  const admitted = await admitAddress(tx, { email, client, isWanted })
  if (admitted !== true) return admitted
  const subscriberId = known?.id ?? (await tx.following.findRequestedId(email)) ?? newSubscriberId(tx)
  await queueRequest(tx, { purpose: 'follow', subscriberId, email, address, frequency })
  return null
}

/** Activates the subscriber of a confirmed request; other pending requests stay as they are. */
const ensureActive = async (tx: ActionContext, { email, subscriberId }: SubscriberRequest): Promise<string> => {
  const found = (await tx.subscribers.find(subscriberId)) ?? (await tx.subscribers.findByEmail(email))
  if (found?.state === 'active') return found.id
  const noLink = { confirmHash: null, confirmExpiresAt: null }
  const subscriber = found ?? { id: subscriberId, email, name: null, ...noLink }
  await tx.subscribers.put({ ...subscriber, state: 'active', wantsBrief: false }, tx.now.toISOString())
  return subscriber.id
}

/**
 * Makes an address follow a search, by the token that was emailed to it. Throws `not_found` for an invalid link, and
 * `wrong_state` for an address that follows the maximum already.
 */
export const confirmFollow = async (tx: ActionContext, { token }: { token: string }): Promise<void> => {
  const request = await tx.following.getRequest({ token, purpose: 'follow', now: tx.now })
  const { address, frequency } = request
  if (address === null || frequency === null) throw new Error(`${request.messageId} does not say what to follow`)
  await liftByConfirming(tx, request.email)
  const subscriberId = await ensureActive(tx, request)
  const followed = await tx.following.listBySubscriber(subscriberId)
  if (followed.length >= MAX_FOLLOWS && !followed.some((follow) => follow.address === address))
    throw new Failure('wrong_state', `This address already follows ${MAX_FOLLOWS} searches; stop one of them first.`)
  await tx.following.follow({ subscriberId, address, frequency }, tx.now.toISOString())
  await tx.following.removeRequest(request.messageId)
}

/** What a subscriber chose; omitted settings stay as they are. */
export type Preferences = {
  brief?: boolean | undefined
  /** For all new papers of the library; null stops them. */
  papers?: DigestFrequency | null | undefined
  /** By the number of the search; null stops it. */
  searches: ReadonlyMap<number, DigestFrequency | null>
}

export const allPapersAddress = followedAddress(wholeLibraryFollowed)

/** Changes the frequency of the digests of one search, or stops them. */
const changeFollow = async (
  tx: ActionContext,
  { subscriberId, follow }: { subscriberId: string; follow: Follow },
  frequency: DigestFrequency | null | undefined,
): Promise<void> => {
  if (frequency === undefined || frequency === follow.frequency) return
  await (frequency === null
    ? tx.following.stop(subscriberId, [follow.search])
    : tx.following.setFrequency(subscriberId, follow.search, frequency))
}

const stopBrief = async (tx: ActionContext, subscriber: Subscriber): Promise<void> => {
  const ended = { wantsBrief: false, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put({ ...subscriber, ...ended }, tx.now.toISOString())
}

/**
 * Changes the frequency of emails, or stops them. The link to the preferences may have been forwarded with an email, so
 * anything new must be confirmed by email, as if a stranger had requested it; the result is then `asked`. A subscriber who no
 * longer gets anything is unsubscribed. Throws `not_found` without a subscription, and refuses with `quota_exceeded`.
 */
export const changePreferences = async (
  tx: ActionContext,
  { subscriberId, preferences, client }: { subscriberId: string; preferences: Preferences; client: ClientNetworks },
): Promise<'changed' | 'asked' | Failure> => {
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber?.state !== 'active') throw new Failure('not_found', 'This subscription has ended.')
  const { brief, papers, searches } = preferences
  const follows = await tx.following.listBySubscriber(subscriberId)
  const allPapers = follows.find(({ address }) => address === allPapersAddress)
  for (const follow of follows)
    await changeFollow(tx, { subscriberId, follow }, follow === allPapers ? papers : searches.get(follow.search))
  if (brief === false && subscriber.wantsBrief) await stopBrief(tx, subscriber)
  const { email, name } = subscriber
  const refusals: (Failure | null)[] = []
  if (brief === true && !subscriber.wantsBrief) refusals.push(await subscribe(tx, { email, name, client }))
  if (papers !== undefined && papers !== null && allPapers === undefined)
    refusals.push(await requestFollow(tx, { email, search: wholeLibraryFollowed, frequency: papers, client }))
  const refused = refusals.find((refusal) => refusal !== null)
  if (refused !== undefined) return refused
  if (refusals.length > 0) return 'asked'
  const now = await tx.subscribers.find(subscriberId)
  if (now !== null && !now.wantsBrief && (await tx.following.listBySubscriber(subscriberId)).length === 0)
    await unsubscribe(tx, { subscriberId })
  return 'changed'
}
