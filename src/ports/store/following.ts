import type {
  ChangedThing,
  DigestFrequency,
  DigestSection,
  Follow,
  FollowedSearchRow,
  FollowingState,
} from '#core/following/follow.ts'
import type { PaperFacts } from '#core/following/search-index.ts'
import type { DeliveryState, LeasedDigest } from '#core/mail/mailing.ts'
import type { RequestPurpose, SubscriberRequest } from '#core/mail/subscriber.ts'

/** `follows` counts each pair of a subscriber and a search. */
export type FollowCounts = { followers: number; searches: number; follows: number }

export type FollowReader = {
  /** What a subscriber follows, oldest first. */
  listBySubscriber(subscriberId: string): Promise<Follow[]>
  counts(): Promise<FollowCounts>
  /** How many searches each subscriber follows; those who follow none are left out. */
  countBySubscriber(subscriberIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Null if nothing was ever followed. */
  state(): Promise<FollowingState | null>
  searches(): Promise<FollowedSearchRow[]>
  /** Row numbers of concepts by current or former ids; unknown ids are left out. */
  conceptNumbers(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The public papers that changed last. */
  recentPapers(limit: number): Promise<PaperFacts[]>
  /** The request of a link. Throws `not_found` if it is unknown, used, expired or for another purpose. */
  getRequest(link: { token: string; purpose: RequestPurpose; now: Date }): Promise<SubscriberRequest>
  /** Whether a digest could be sent now. */
  hasDueDigest(now: string): Promise<boolean>
  /** The content of a digest; null if it no longer exists. */
  digestSections(id: string): Promise<DigestSection[] | null>
  /** A subscriber's digests, sent or waiting, oldest first. */
  listDigests(subscriberId: string): Promise<{ madeAt: string; sentAt: string | null; sections: DigestSection[] }[]>
  digestCounts(): Promise<Record<DeliveryState, number>>
}

/** Changes after a number, each thing once in its current form. */
export type ChangeBatch = {
  things: ChangedThing[]
  /** The number of the last change of the batch. */
  until: number
  /** The last change that merged a concept, and the last that published one; 0 if none did. */
  lastMerged: number
  lastConcept: number
  more: boolean
}

/** A search and the number of its match. */
export type MatchedSearch = { search: number; seq: number }

export type MatchKey = { kind: ChangedThing['kind']; id: string }

export type MatchWriter = {
  changesAfter(seq: number, limit: number): Promise<ChangeBatch>
  /** The searches that a thing is recorded as matching. */
  listMatches(key: MatchKey): Promise<MatchedSearch[]>
  /** Adds matches of one thing, numbered upwards after a number. */
  addMatches(thing: MatchKey & { added: number; at: string }, searches: readonly number[], after: number): Promise<void>
  /** Removes matches, but remembers which followers were already sent them. */
  removeMatches(key: MatchKey, matches: readonly MatchedSearch[]): Promise<void>
  advance(state: Pick<FollowingState, 'matchedUntil' | 'lastMatch'>): Promise<void>
}

/** The new results of one search for one follower. */
export type DueSection = {
  search: number
  address: string
  /** How many are new, counted up to a limit. */
  count: number
  /** The last match that this section covers, sent or skipped. */
  until: number
}

/** A digest that could be sent; `to` is null if its subscriber has left. */
export type DueDigest = Omit<LeasedDigest, 'to'> & { to: string | null; domain: string }

export type DigestWriter = {
  /** Subscribers with matches from before these instants that were not sent. */
  dueSubscribers(before: Record<DigestFrequency, string>, limit: number): Promise<{ id: string; email: string }[]>
  /** Oldest follow first; includes sections in which nothing turns out to be new. */
  dueSections(subscriberId: string, before: Record<DigestFrequency, string>): Promise<DueSection[]>
  /** Ids of the new results of a section, latest match first. */
  newestIn(subscriberId: string, section: Pick<DueSection, 'search' | 'until'>, limit: number): Promise<string[]>
  /** Records that all matches up to a number were sent. */
  setSentUntil(subscriberId: string, search: number, until: number): Promise<void>
  addDigest(digest: {
    id: string
    subscriberId: string
    domain: string
    messageId: string
    sections: readonly DigestSection[]
    at: string
  }): Promise<void>
  /** The unleased digest that has been due longest, excluding these domains; null while digests are paused. */
  nextDigest(now: string, withoutDomains: readonly string[]): Promise<DueDigest | null>
  /** Deletes digests sent or given up before an instant. */
  pruneDigests(before: string): Promise<void>
}

export type FollowWriter = MatchWriter &
  DigestWriter & {
    /** Follows a search, or changes its frequency. */
    follow(follow: { subscriberId: string; address: string; frequency: DigestFrequency }, at: string): Promise<void>
    setFrequency(subscriberId: string, search: number, frequency: DigestFrequency): Promise<void>
    /** Unfollows these searches; null unfollows all. */
    stop(subscriberId: string, searches: readonly number[] | null): Promise<void>
    setPaused(isPaused: boolean): Promise<void>
    addRequest(request: SubscriberRequest, at: string): Promise<void>
    /** The request whose link an email carries. */
    findRequest(messageId: string): Promise<SubscriberRequest | null>
    /** The subscriber id of an earlier request for an address that is not subscribed yet. */
    findRequestedId(email: string): Promise<string | null>
    setLink(messageId: string, link: Pick<SubscriberRequest, 'hash' | 'expiresAt'>): Promise<void>
    removeRequest(messageId: string): Promise<void>
    /** Deletes requests of a subscriber or for an address. */
    removeRequests(of: { subscriberId: string } | { email: string }): Promise<void>
    /** Deletes requests whose links expired before an instant, and those made before another. */
    pruneRequests(expiredBefore: string, madeBefore: string): Promise<void>
    /** Deletes everything a subscriber follows and what they were sent. */
    eraseFollower(subscriberId: string): Promise<void>
  }
