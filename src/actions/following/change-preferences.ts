import { subscribe } from '#actions/mail/subscribe.ts'
import { unsubscribe } from '#actions/mail/unsubscribe.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { DigestFrequency, Follow } from '#core/following/follow.ts'
import { followedAddress, wholeLibraryFollowed } from '#core/following/followed-search.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { requestFollow } from './request-follow.ts'

/** What a subscriber chose; what is left out stays as it is. */
export type Preferences = {
  brief?: boolean | undefined
  /** All new papers of the library; null: none. */
  papers?: DigestFrequency | null | undefined
  /** By the numbers of searches; null stops one. */
  searches: ReadonlyMap<number, DigestFrequency | null>
}

type ChangePreferencesInput = { subscriberId: string; preferences: Preferences; client: ClientNetworks }

export const allPapersAddress = followedAddress(wholeLibraryFollowed)

/** Changes how often the digests of one search come, or stops them. */
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
 * Changes how often emails come, or stops them. Emails get forwarded, and with them the link that leads here: what is to begin is
 * therefore asked of the address by an email, as if anybody had typed it; the result is then `asked`. Who gets nothing
 * any more is unsubscribed. Throws `not_found` for who is not subscribed, and refuses with `quota_exceeded`.
 */
export const changePreferences = async (
  tx: ActionContext,
  { subscriberId, preferences, client }: ChangePreferencesInput,
): Promise<'changed' | 'asked' | Failure> => {
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber?.state !== 'active') throw new Failure('not_found', 'Nothing is sent to this subscriber any more.')
  const { brief, papers, searches } = preferences
  const follows = await tx.following.of(subscriberId)
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
  if (now !== null && !now.wantsBrief && (await tx.following.of(subscriberId)).length === 0)
    await unsubscribe(tx, { subscriberId })
  return 'changed'
}
