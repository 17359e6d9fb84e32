import { verifyPreferencesToken } from '#core/mail/unsubscribe-token.ts'
import { Failure } from '#core/failure.ts'
import type { Follow } from '#core/following/follow.ts'
import { parseFollowedAddress } from '#core/following/followed-search.ts'
import type { Store } from '#ports/store/store.ts'
import { describeFollowed } from './describe-followed.ts'

/** What a subscriber gets; nothing says to which address, because emails and their links get forwarded. */
export type Subscription = {
  subscriberId: string
  isActive: boolean
  wantsBrief: boolean
  follows: (Follow & { name: string })[]
}

/** The subscription whose preferences a link opens. Throws `not_found` for a forged one. */
export const getSubscription = async (
  { public: reader, private: own }: Pick<Store, 'public' | 'private'>,
  { token }: { token: string },
): Promise<Subscription> => {
  const subscriberId = verifyPreferencesToken(await own.secret(), token)
  if (subscriberId === null) throw new Failure('not_found', 'This link is not complete; copy it whole from the email.')
  const subscriber = await own.subscribers.find(subscriberId)
  const follows = await own.following.of(subscriberId)
  const named = follows.map(async (follow) => ({
    ...follow,
    name: await describeFollowed(reader, parseFollowedAddress(follow.address)),
  }))
  return {
    subscriberId,
    isActive: subscriber?.state === 'active',
    wantsBrief: subscriber?.state === 'active' && subscriber.wantsBrief,
    follows: await Promise.all(named),
  }
}
