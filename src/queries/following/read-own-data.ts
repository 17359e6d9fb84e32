import type { Subscriber } from '#core/mail/subscriber.ts'
import type { PrivateReader } from '#ports/store/store.ts'

type Reader = Pick<PrivateReader, 'subscribers' | 'following' | 'messages' | 'keys'>

type OwnDataInput = { subscriberId: string; email: string }

const presentSubscription = ({ email, name, state, wantsBrief }: Subscriber) => ({
  email,
  name,
  state,
  weeklyBrief: wantsBrief,
})

/** What is stored about an address, as its owner reads it. Emails on their way hold nothing else. */
export const readOwnData = async (
  { subscribers, following, messages, keys }: Reader,
  { subscriberId, email }: OwnDataInput,
) => {
  const subscriber = await subscribers.findByEmail(email)
  const id = subscriber?.id ?? subscriberId
  const own = (await keys.list()).filter((key) => key.email?.toLowerCase() === email.toLowerCase())
  const follows = await following.of(id)
  return {
    subscription: subscriber === null ? null : presentSubscription(subscriber),
    followed: follows.map(({ address, frequency, since }) => ({ search: address, frequency, since })),
    digests: await following.digestsTo(id),
    messages: await messages.from(email),
    apiKeys: own.map(({ label, createdAt }) => ({ label, createdAt })),
  }
}
