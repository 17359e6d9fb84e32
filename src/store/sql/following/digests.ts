import { sql } from 'kysely'
import { deliveryStates } from '#core/mail/mailing.ts'
import { MAX_COUNTED } from '#core/following/digest.ts'
import type { DigestFrequency, DigestSection } from '#core/following/follow.ts'
import type { DigestWriter, DueSection, FollowReader } from '#ports/store/following.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { recipients, toReadyDomain } from '#store/sql/mail/deliveries.ts'
import { fillStateCounts } from '#store/sql/review/queue.ts'

type DueBefore = Record<DigestFrequency, string>

/** Digests that are due and not leased, to domains that accept mail now; none while digests are paused. */
const due = (db: Db, now: string) =>
  db
    .selectFrom('digests')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .where(toReadyDomain(now))
    .where((eb) => eb.exists(eb.selectFrom('following_state').select('id').where('paused', '=', 0)))

export const digestReader = (
  db: Db,
): Pick<FollowReader, 'hasDueDigest' | 'digestSections' | 'listDigests' | 'digestCounts'> => ({
  hasDueDigest: async (now) => (await due(db, now).select('id').limit(1).executeTakeFirst()) !== undefined,
  digestSections: async (id) => {
    const row = await db.selectFrom('digests').select('sections').where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : (JSON.parse(row.sections) as DigestSection[])
  },
  listDigests: async (subscriberId) => {
    const rows = await db
      .selectFrom('digests')
      .select(['sections', 'created_at', 'sent_at'])
      .where('subscriber_id', '=', subscriberId)
      .orderBy('created_at')
      .execute()
    return rows.map(({ sections, created_at, sent_at }) => ({
      madeAt: created_at,
      sentAt: sent_at,
      sections: JSON.parse(sections) as DigestSection[],
    }))
  },
  digestCounts: async () => {
    const states = await db
      .selectFrom('digests')
      .select('state')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .groupBy('state')
      .execute()
    return fillStateCounts(deliveryStates, states)
  },
})

/** Unsent matches old enough for a digest of the follower's frequency. */
const dueMatches = (db: Db, { daily, weekly }: DueBefore) =>
  db
    .selectFrom('follows')
    .innerJoin('follow_matches', 'follow_matches.search_seq', 'follows.search_seq')
    .whereRef('follow_matches.seq', '>', 'follows.sent_until')
    .where((eb) =>
      eb.or([
        eb.and([eb('follows.frequency', '=', 'daily'), eb('follow_matches.at', '<', daily)]),
        eb.and([eb('follows.frequency', '=', 'weekly'), eb('follow_matches.at', '<', weekly)]),
      ]),
    )

/** A follower's new results of one search, up to a match: public since they follow it, and not sent before. */
const newMatches = (db: Db, subscriberId: string, { search, until }: { search: number; until: number }) =>
  db
    .selectFrom('follows')
    .innerJoin('follow_matches', 'follow_matches.search_seq', 'follows.search_seq')
    .where('follows.subscriber_id', '=', subscriberId)
    .where('follows.search_seq', '=', search)
    .whereRef('follow_matches.seq', '>', 'follows.sent_until')
    .where('follow_matches.seq', '<=', until)
    .whereRef('follow_matches.added', '>', 'follows.began_after')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sent_matches')
            .select('sent_matches.search_seq')
            .whereRef('sent_matches.subscriber_id', '=', 'follows.subscriber_id')
            .whereRef('sent_matches.search_seq', '=', 'follows.search_seq')
            .whereRef('sent_matches.kind', '=', 'follow_matches.kind')
            .whereRef('sent_matches.thing_id', '=', 'follow_matches.thing_id'),
        ),
      ),
    )

/**
 * Everything due to one follower, in one query for any number of searches: a transaction that makes digests blocks all
 * writers. After a large import nobody needs the exact number of new results, so counting stops at a limit.
 */
const dueSections: (db: Db) => DigestWriter['dueSections'] = (db) => async (subscriberId, before) => {
  const matches = sql`
    from follow_matches
    where follow_matches.search_seq = follows.search_seq and follow_matches.seq > follows.sent_until
      and follow_matches.at < case follows.frequency when 'daily' then ${before.daily} else ${before.weekly} end`
  const { rows } = await sql<DueSection>`
    select search, address, until, count from (
      select follows.search_seq as search, followed_searches.address, follows.since,
        (select follow_matches.seq ${matches} order by follow_matches.seq desc limit 1) as until,
        (select count(*) from (
          select follow_matches.seq ${matches} and follow_matches.added > follows.began_after and not exists (
            select 1 from sent_matches
            where sent_matches.subscriber_id = follows.subscriber_id and sent_matches.search_seq = follows.search_seq
              and sent_matches.kind = follow_matches.kind and sent_matches.thing_id = follow_matches.thing_id)
          limit ${MAX_COUNTED}) as counted) as count
      from follows join followed_searches on followed_searches.seq = follows.search_seq
      where follows.subscriber_id = ${subscriberId}) as sections
    where until is not null
    order by since, search`.execute(db)
  return rows
}

export const digestWriter = ({ db, engine }: TransactionContext): DigestWriter => ({
  dueSubscribers: (before, limit) =>
    recipients(db)
      .select(['subscribers.id', 'subscribers.email'])
      .where((eb) =>
        eb.exists(
          dueMatches(db, before)
            .select('follows.search_seq')
            .whereRef('follows.subscriber_id', '=', eb.ref('subscribers.id') as never),
        ),
      )
      .orderBy('subscribers.id')
      .limit(limit)
      .execute(),
  dueSections: dueSections(db),
  newestIn: async (subscriberId, section, limit) => {
    const rows = await newMatches(db, subscriberId, section)
      .select('follow_matches.thing_id as id')
      .orderBy('follow_matches.seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },
  setSentUntil: async (subscriberId, search, until) => {
    await db
      .updateTable('follows')
      .set({ sent_until: until })
      .where('subscriber_id', '=', subscriberId)
      .where('search_seq', '=', search)
      .execute()
  },
  addDigest: async ({ id, subscriberId, domain, messageId, sections, at }) => {
    const initial = { state: 'waiting' as const, attempts: 0, lease_until: null, last_error: null, sent_at: null }
    await db
      .insertInto('digests')
      .values({
        ...initial,
        id,
        subscriber_id: subscriberId,
        domain,
        message_id: messageId,
        sections: JSON.stringify(sections),
        due_at: at,
        created_at: at,
      })
      .execute()
  },
  nextDigest: async (now, withoutDomains) => {
    const row = await due(db, now)
      .select(['id', 'subscriber_id', 'message_id', 'attempts', 'domain'])
      .$if(withoutDomains.length > 0, (query) => query.where('domain', 'not in', [...withoutDomains]))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
      .executeTakeFirst()
    if (row === undefined) return null
    const { id: digestId, subscriber_id: subscriberId, message_id: messageId, attempts, domain } = row
    const subscriber = await recipients(db).select('email').where('id', '=', subscriberId).executeTakeFirst()
    return { digestId, subscriberId, messageId, attempts, domain, to: subscriber?.email ?? null }
  },
  pruneDigests: async (before) => {
    await db.deleteFrom('digests').where('state', '!=', 'waiting').where('created_at', '<', before).execute()
  },
})
