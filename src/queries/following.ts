import { followedConcepts, followedIndex, type FollowedIndex } from '#core/following/stored-index.ts'
import type { PrivateReader, PublicReader, Store } from '#ports/store/store.ts'
import {
  describeSearch,
  type FollowedSearch,
  parseFollowedAddress,
  resultsAddress,
} from '#core/following/followed-search.ts'
import { verifyPreferencesToken, verifyUnsubscribeToken } from '#core/mail/keyed-address.ts'
import { Failure } from '#core/failure.ts'
import { chapterNameOf } from '#core/papers/chapter.ts'
import type { Follow, DigestSection } from '#core/following/follow.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import { MAX_COUNTED } from '#core/following/digest.ts'
import type { LeasedDigest } from '#core/mail/mailing.ts'
import type { DigestEntry, DigestPart, EmailComposer, EmailContent } from '#ports/email-composer.ts'

/** Papers from which rare words are estimated. */
const SAMPLE = 300

/** Reads all followed searches; null if there are none. */
export const readFollowedIndex = async ({
  following,
  changes,
}: Pick<PrivateReader, 'following' | 'changes'>): Promise<FollowedIndex | null> => {
  // Read first, so that a change in the meantime makes the index outdated instead of being missed.
  const state = await following.state()
  const readAt = await changes.last()
  const rows = await following.searches()
  if (state === null || rows.length === 0) return null
  const concepts = await following.conceptNumbers(followedConcepts(rows))
  const sample = await following.recentPapers(SAMPLE)
  return followedIndex({ version: state.version, readAt, rows, concepts, sample })
}

/** The name of a search, with the current names of its chapter and concept. */
export const describeFollowed = async (
  { chapters, library }: Pick<PublicReader, 'chapters' | 'library'>,
  search: FollowedSearch,
): Promise<string> => {
  const named = search.of === 'papers' && search.chapter !== null ? await chapters.names() : []
  const concept = search.of === 'papers' && search.concept !== null ? await library.conceptName(search.concept) : null
  return describeSearch(search, {
    chapter: (number) => chapterNameOf(named, number),
    concept,
  })
}

/** What a subscriber gets, without the address, because emails and their links get forwarded. */
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
  if (subscriberId === null) throw new Failure('not_found', 'This link is incomplete; copy all of it from the email.')
  const subscriber = await own.subscribers.find(subscriberId)
  const follows = await own.following.listBySubscriber(subscriberId)
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

type Reader = Pick<PrivateReader, 'subscribers' | 'following' | 'messages' | 'keys'>

type OwnDataInput = { subscriberId: string; email: string }

const presentSubscription = ({ email, name, state, wantsBrief }: Subscriber) => ({
  email,
  name,
  state,
  weeklyBrief: wantsBrief,
})

/** What is stored about an address, for its owner. Emails in the outbox contain nothing else. */
export const readOwnData = async (
  { subscribers, following, messages, keys }: Reader,
  { subscriberId, email }: OwnDataInput,
) => {
  const subscriber = await subscribers.findByEmail(email)
  const id = subscriber?.id ?? subscriberId
  const own = (await keys.list()).filter((key) => key.email?.toLowerCase() === email.toLowerCase())
  const follows = await following.listBySubscriber(id)
  return {
    subscription: subscriber === null ? null : presentSubscription(subscriber),
    followed: follows.map(({ address, frequency, since }) => ({ search: address, frequency, since })),
    digests: await following.listDigests(id),
    messages: await messages.from(email),
    apiKeys: own.map(({ label, createdAt }) => ({ label, createdAt })),
  }
}

/** The id of the subscriber whose unsubscribe link this is. Throws `not_found` for a forged token. */
export const getUnsubscribingId = async (
  reader: Pick<PrivateReader, 'secret'>,
  { token }: { token: string },
): Promise<string> => {
  const id = verifyUnsubscribeToken(await reader.secret(), token)
  if (id === null) throw new Failure('not_found', 'This unsubscribe link is incomplete; copy all of it from the email.')
  return id
}

type Ports = { store: Pick<Store, 'public' | 'private'>; emails: EmailComposer }

/** The papers that are still public; a merged paper is left out, not replaced by the one it was merged into. */
const papersOf = async (reader: PublicReader, ids: readonly string[]): Promise<DigestEntry[]> => {
  const papers = await reader.related.publicPapers(ids)
  return papers
    .filter(({ id }) => ids.includes(id))
    .map(({ id, title, authors, year }) => ({ path: `/papers/${id}`, title, authors, note: String(year) }))
}

const gapsOf = async (reader: PublicReader, ids: readonly string[]): Promise<DigestEntry[]> => {
  const gaps = await Promise.all(ids.map((id) => reader.related.gap(id)))
  return gaps.flatMap((gap) =>
    gap === null ? [] : [{ path: `/gaps/${gap.id}`, title: gap.title, authors: [], note: gap.severity }],
  )
}

const partOf = async (reader: PublicReader, { address, ids, more }: DigestSection): Promise<DigestPart> => {
  const search = parseFollowedAddress(address)
  const entries = await (search.of === 'gaps' ? gapsOf(reader, ids) : papersOf(reader, ids))
  const isCounted = ids.length + more < MAX_COUNTED
  return { name: await describeFollowed(reader, search), address: resultsAddress(search), entries, more, isCounted }
}

/** Composes a digest as an email; null if it was deleted, or if nothing in it is public any more. */
export const composeDigestEmail = async (
  { store, emails }: Ports,
  { digestId, subscriberId }: Pick<LeasedDigest, 'digestId' | 'subscriberId'>,
): Promise<EmailContent | null> => {
  const sections = await store.private.following.digestSections(digestId)
  if (sections === null) return null
  const parts = await Promise.all(sections.map((section) => partOf(store.public, section)))
  const shown = parts.filter(({ entries }) => entries.length > 0)
  return shown.length === 0 ? null : emails.digest({ subscriberId, parts: shown })
}
