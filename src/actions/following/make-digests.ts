import type { ActionContext } from '#actions/run-action.ts'
import { shareOut } from '#core/following/digest-size.ts'
import { lastDigestTime } from '#core/following/digest-slot.ts'
import type { DigestFrequency, DigestSection } from '#core/following/follow.ts'
import { recipientDomain } from '#core/mail/base-mailbox.ts'

/** So few that no writer waits for long: each search of a follower is asked and moved by itself. */
const SUBSCRIBERS_AT_ONCE = 20
const SEARCHES_AT_ONCE = 50
/** Each is a row that is counted; after a large import every follower has as many. */
const THINGS_AT_ONCE = 5_000

type Work = { things: number; searches: number }

/** What it cost: how many things are new in it, shown or counted, in how many searches. */
const digestOf = async (
  tx: ActionContext,
  { id: subscriberId, email }: { id: string; email: string },
  before: Record<DigestFrequency, string>,
): Promise<Work> => {
  const due = await tx.following.dueSections(subscriberId, before)
  const withNews = due.filter(({ count }) => count > 0)
  const shares = shareOut(withNews.map(({ count }) => count))
  const sections: DigestSection[] = []
  for (const [index, section] of withNews.entries()) {
    const ids = await tx.following.newestIn(subscriberId, section, shares[index] ?? 0)
    sections.push({ address: section.address, ids, more: section.count - ids.length })
  }
  for (const { search, until } of due) await tx.following.setToldUntil(subscriberId, search, until)
  const work = { things: withNews.reduce((sum, { count }) => sum + count, 0), searches: due.length }
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
 * Makes digests of what is new and due, for some subscribers. Nothing is made before all changes are
 * matched, so that a digest tells what the searches find at this moment, and nothing while digests are paused.
 */
export const makeDigests = async (tx: ActionContext): Promise<'done' | 'more' | 'behind' | 'paused'> => {
  const state = await tx.following.state()
  if (state === null || state.isPaused) return 'paused'
  if ((await tx.changes.last()) > state.matchedUntil) return 'behind'
  const before = { daily: lastDigestTime('daily', tx.now), weekly: lastDigestTime('weekly', tx.now) }
  const subscribers = await tx.following.dueSubscribers(before, SUBSCRIBERS_AT_ONCE)
  const done: Work = { things: 0, searches: 0 }
  for (const subscriber of subscribers) {
    const { things, searches } = await digestOf(tx, subscriber, before)
    done.things += things
    done.searches += searches
    if (done.things >= THINGS_AT_ONCE || done.searches >= SEARCHES_AT_ONCE) return 'more'
  }
  return subscribers.length === SUBSCRIBERS_AT_ONCE ? 'more' : 'done'
}
