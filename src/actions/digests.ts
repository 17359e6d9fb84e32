import type { ActionContext } from './run-action.ts'
import type { ChangedThing, DigestFrequency, DigestSection } from '#core/following/follow.ts'
import type { FollowedIndex } from '#core/following/stored-index.ts'
import type { ChangeBatch } from '#ports/store/following.ts'
import { allocateEntries, lastDigestTime } from '#core/following/digest.ts'
import { recipientDomain } from '#core/mail/mailbox.ts'

/** Few enough not to hold up other writers, or readers in this process. */
const CHANGES_AT_ONCE = 20

/** Whether, since the index was read, concepts were merged, or a concept was added that a search may name. */
const isOutdated = ({ readAt, hasUnknownConcepts }: FollowedIndex, { lastMerged, lastConcept }: ChangeBatch): boolean =>
  lastMerged > readAt || (hasUnknownConcepts && lastConcept > readAt)

/** Updates which searches match a thing; returns how many matches were added. */
const storeMatches = async (
  tx: ActionContext,
  { thing, found, after }: { thing: ChangedThing; found: readonly number[]; after: number },
): Promise<number> => {
  const known = await tx.following.listMatches(thing)
  const added = found.filter((id) => !known.some(({ search }) => search === id))
  const removed = known.filter(({ search }) => !found.includes(search))
  if (removed.length > 0) await tx.following.removeMatches(thing, removed)
  if (added.length > 0) await tx.following.addMatches(thing, added, after)
  return added.length
}

/**
 * Matches the next public changes with all followed searches, exactly once: the position is stored along with the matches.
 * Does nothing and returns `stale` if the index is outdated.
 */
export const matchChanges = async (
  tx: ActionContext,
  { index }: { index: FollowedIndex },
): Promise<{ stale: boolean; more: boolean }> => {
  const state = await tx.following.state()
  if (state === null) return { stale: false, more: false }
  if (state.version !== index.version) return { stale: true, more: true }
  const batch = await tx.following.changesAfter(state.matchedUntil, CHANGES_AT_ONCE)
  if (isOutdated(index, batch)) return { stale: true, more: true }
  const { things, until, more } = batch
  let { lastMatch } = state
  for (const thing of things) lastMatch += await storeMatches(tx, { thing, found: index.find(thing), after: lastMatch })
  if (until > state.matchedUntil) await tx.following.advance({ matchedUntil: until, lastMatch })
  return { stale: false, more }
}

/** Few enough not to hold up other writers: each search of a follower costs a read and a write. */
const SUBSCRIBERS_AT_ONCE = 20
const SEARCHES_AT_ONCE = 50
/** Each is a row to count, and a large import adds this many for every follower. */
const THINGS_AT_ONCE = 5_000

type Work = { things: number; searches: number }

/** Makes a subscriber's digest and returns what that cost: the new things, shown or only counted, and the searches. */
const makeDigest = async (
  tx: ActionContext,
  { id: subscriberId, email }: { id: string; email: string },
  before: Record<DigestFrequency, string>,
): Promise<Work> => {
  const due = await tx.following.dueSections(subscriberId, before)
  const nonEmpty = due.filter(({ count }) => count > 0)
  const shares = allocateEntries(nonEmpty.map(({ count }) => count))
  const sections: DigestSection[] = []
  for (const [index, section] of nonEmpty.entries()) {
    const ids = await tx.following.newestIn(subscriberId, section, shares[index] ?? 0)
    sections.push({ address: section.address, ids, more: section.count - ids.length })
  }
  for (const { search, until } of due) await tx.following.setSentUntil(subscriberId, search, until)
  const work = { things: nonEmpty.reduce((sum, { count }) => sum + count, 0), searches: due.length }
  if (sections.length === 0) return work
  await tx.following.addDigest({
    id: `d_${tx.ids.secret().slice(0, 16)}`,
    subscriberId,
    domain: recipientDomain(email),
    messageId: tx.emails.messageId(tx.ids.uuid()),
    sections,
    at: tx.now.toISOString(),
  })
  return work
}

/**
 * Makes the digests that are due, for a batch of subscribers. Makes none until all changes are matched, so that a digest shows
 * what the searches find at that moment, and none while digests are paused.
 */
export const makeDigests = async (tx: ActionContext): Promise<'done' | 'more' | 'behind' | 'paused'> => {
  const state = await tx.following.state()
  if (state === null || state.isPaused) return 'paused'
  if ((await tx.changes.last()) > state.matchedUntil) return 'behind'
  const before = { daily: lastDigestTime('daily', tx.now), weekly: lastDigestTime('weekly', tx.now) }
  const subscribers = await tx.following.dueSubscribers(before, SUBSCRIBERS_AT_ONCE)
  const done: Work = { things: 0, searches: 0 }
  for (const subscriber of subscribers) {
    const { things, searches } = await makeDigest(tx, subscriber, before)
    done.things += things
    done.searches += searches
    if (done.things >= THINGS_AT_ONCE || done.searches >= SEARCHES_AT_ONCE) return 'more'
  }
  return subscribers.length === SUBSCRIBERS_AT_ONCE ? 'more' : 'done'
}

/** Resumes digests after a restore, which pauses them. */
export const resumeDigests = async (tx: ActionContext, { actor }: { actor: string }): Promise<void> => {
  const state = await tx.following.state()
  if (state?.isPaused !== true) return
  await tx.following.setPaused(false)
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'digests.resume', subject: 'digests', before: null, after: null })
}
