import type {
  ChangedThing,
  DigestFrequency,
  DigestSection,
  Follow,
  FollowedSearchRow,
  FollowingState,
} from '#core/following/follow.ts'
import type { PaperFacts } from '#core/following/matchable-paper.ts'
import type { DeliveryState, LeasedDigest } from '#core/mail/mailing.ts'
import type { SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'

/** How many follow how many searches; of follows each of a subscriber counts. */
export type FollowCounts = { followers: number; searches: number; follows: number }

export type FollowReader = {
  /** What a subscriber follows, in the order in which they began. */
  of(subscriberId: string): Promise<Follow[]>
  counts(): Promise<FollowCounts>
  /** How many searches each of these subscribers follows; those without any are left out. */
  countsOf(subscriberIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Null while nothing was ever followed. */
  state(): Promise<FollowingState | null>
  searches(): Promise<FollowedSearchRow[]>
  /** The numbers of concepts by their ids, also by former ones; unknown ones are left out. */
  conceptNumbers(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Public papers that changed last. */
  recentPapers(limit: number): Promise<PaperFacts[]>
  /** The request with a link of this hash. */
  findRequest(hash: string): Promise<SubscriberRequest | null>
  /** Whether a digest could be sent at once. */
  hasDueDigest(now: string): Promise<boolean>
  /** What a digest tells; null for one that is not there any more. */
  digestSections(id: string): Promise<DigestSection[] | null>
  /** The digests that a subscriber got, or is to get, oldest first. */
  digestsTo(subscriberId: string): Promise<{ madeAt: string; sentAt: string | null; sections: DigestSection[] }[]>
  /** How many digests there are in each state. */
  digestCounts(): Promise<Record<DeliveryState, number>>
}

/** Changes after a number, each thing once and as it is now. */
export type ChangeBatch = {
  things: ChangedThing[]
  /** The number of the last change of the batch. */
  until: number
  /** The last change by which a concept was merged, and by which one became public; 0 for none. */
  lastMerged: number
  lastConcept: number
  more: boolean
}

/** A search that finds something, by the number of the match. */
export type MatchedSearch = { search: number; seq: number }

export type MatchKey = { kind: ChangedThing['kind']; id: string }

export type MatchWriter = {
  changesAfter(seq: number, limit: number): Promise<ChangeBatch>
  /** The searches that are known to find something. */
  matchesOf(key: MatchKey): Promise<MatchedSearch[]>
  /** Matches of one thing, numbered on from a number. */
  addMatches(thing: MatchKey & { added: number; at: string }, searches: readonly number[], after: number): Promise<void>
  /** Takes matches back; who was told of one is remembered. */
  removeMatches(key: MatchKey, matches: readonly MatchedSearch[]): Promise<void>
  advance(state: Pick<FollowingState, 'matchedUntil' | 'lastMatch'>): Promise<void>
}

/** What one follower is to be told of one search. */
export type DueSection = {
  search: number
  address: string
  /** How much is new; no more than `MOST_COUNTED` is counted. */
  count: number
  /** The number of the last match that is told of or passed over. */
  until: number
}

/** A digest that could be sent; `to` is null when its subscriber has left. */
export type DueDigest = Omit<LeasedDigest, 'to'> & { to: string | null; domain: string }

export type DigestWriter = {
  /** Subscribers for whom something is due that matched before these instants. */
  dueSubscribers(before: Record<DigestFrequency, string>, limit: number): Promise<{ id: string; email: string }[]>
  /** In the order in which the follower began; also those in which nothing is new after all. */
  dueSections(subscriberId: string, before: Record<DigestFrequency, string>): Promise<DueSection[]>
  /** The ids of what is new in one of these, the last match first. */
  newestIn(subscriberId: string, section: Pick<DueSection, 'search' | 'until'>, limit: number): Promise<string[]>
  /** From now on the follower was told of all matches up to a number. */
  setToldUntil(subscriberId: string, search: number, until: number): Promise<void>
  addDigest(digest: {
    id: string
    subscriberId: string
    domain: string
    messageId: string
    sections: readonly DigestSection[]
    at: string
  }): Promise<void>
  /** The one that is due for longest and in nobody’s hands, to none of these domains; null also while digests are paused. */
  nextDigest(now: string, withoutDomains: readonly string[]): Promise<DueDigest | null>
  /** Forgets what was sent, or given up, before an instant. */
  pruneDigests(before: string): Promise<void>
}

export type FollowWriter = MatchWriter &
  DigestWriter & {
    /** Follows a search, or changes how often its digests come. */
    follow(follow: { subscriberId: string; address: string; frequency: DigestFrequency }, at: string): Promise<void>
    setFrequency(subscriberId: string, search: number, frequency: DigestFrequency): Promise<void>
    /** Follows these searches no more; null: none of all. */
    stop(subscriberId: string, searches: readonly number[] | null): Promise<void>
    setPaused(isPaused: boolean): Promise<void>
    addRequest(request: SubscriberRequest, at: string): Promise<void>
    /** The request that an email carries the link of. */
    requestOf(messageId: string): Promise<SubscriberRequest | null>
    /** The id under which an address was asked for before and is not stored yet. */
    requestedId(email: string): Promise<string | null>
    setLink(messageId: string, link: Pick<SubscriberRequest, 'hash' | 'expiresAt'>): Promise<void>
    removeRequest(messageId: string): Promise<void>
    /** Forgets requests about a subscriber, or for an address. */
    removeRequests(of: { subscriberId: string } | { email: string }): Promise<void>
    /** Forgets requests whose links expired before an instant, and those that were made before another. */
    pruneRequests(expiredBefore: string, madeBefore: string): Promise<void>
    /** Forgets all that a subscriber follows, and what they were told. */
    eraseFollower(subscriberId: string): Promise<void>
  }
