import { sql } from 'kysely'
import { deliveryStates } from '#core/mail/mailing.ts'
import { MOST_COUNTED } from '#core/following/digest-size.ts'
import type { DigestFrequency, DigestSection } from '#core/following/follow.ts'
import type { DigestWriter, DueSection, FollowReader } from '#ports/store/mail/following.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { recipients } from '#store/sql/mail/recipients.ts'
import { toNoRestingDomain } from '#store/sql/mail/resting-domains.ts'
import { fillStateCounts } from '#store/sql/review/state-counts.ts'

type DueBefore = Record<DigestFrequency, string>

/** Digests that are due, in nobody’s hands, and to no domain that rests; none while they are paused. */
const due = (db: Db, now: string) =>
  db
    .selectFrom('digests')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .where(toNoRestingDomain(now))
    .where((eb) => eb.exists(eb.selectFrom('following').select('id').where('paused', '=', 0)))

export const digestReader = (
  db: Db,
): Pick<FollowReader, 'hasDueDigest' | 'digestSections' | 'digestsTo' | 'digestCounts'> => ({
  hasDueDigest: async (now) => (await due(db, now).select('id').limit(1).executeTakeFirst()) !== undefined,
  digestSections: async (id) => {
    const row = await db.selectFrom('digests').select('sections').where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : (JSON.parse(row.sections) as DigestSection[])
  },
  digestsTo: async (subscriberId) => {
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

/** Matches that a follower was not told of and that happened before a digest of the follower’s frequency was due. */
const dueMatches = (db: Db, { daily, weekly }: DueBefore) =>
  db
    .selectFrom('follows')
    .innerJoin('follow_matches', 'follow_matches.search_seq', 'follows.search_seq')
    .whereRef('follow_matches.seq', '>', 'follows.told_until')
    .where((eb) =>
      eb.or([
        eb.and([eb('follows.frequency', '=', 'daily'), eb('follow_matches.at', '<', daily)]),
        eb.and([eb('follows.frequency', '=', 'weekly'), eb('follow_matches.at', '<', weekly)]),
      ]),
    )

/** What is new to a follower in one search, of its matches up to one: public since it is followed, and not told before. */
const newMatches = (db: Db, subscriberId: string, { search, until }: { search: number; until: number }) =>
  db
    .selectFrom('follows')
    .innerJoin('follow_matches', 'follow_matches.search_seq', 'follows.search_seq')
    .where('follows.subscriber_id', '=', subscriberId)
    .where('follows.search_seq', '=', search)
    .whereRef('follow_matches.seq', '>', 'follows.told_until')
    .where('follow_matches.seq', '<=', until)
    .whereRef('follow_matches.added', '>', 'follows.began_after')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('told_matches')
            .select('told_matches.search_seq')
            .whereRef('told_matches.subscriber_id', '=', 'follows.subscriber_id')
            .whereRef('told_matches.search_seq', '=', 'follows.search_seq')
            .whereRef('told_matches.kind', '=', 'follow_matches.kind')
            .whereRef('told_matches.thing_id', '=', 'follow_matches.thing_id'),
        ),
      ),
    )

/**
 * All that is due to one follower in one question, however many searches those are: a transaction that makes digests holds up all
 * writers. After a large import nobody needs the exact number of what is new, so counting ends at a number.
 */
const dueSections: (db: Db) => DigestWriter['dueSections'] = (db) => async (subscriberId, before) => {
  const matches = sql`
    from follow_matches
    where follow_matches.search_seq = follows.search_seq and follow_matches.seq > follows.told_until
      and follow_matches.at < case follows.frequency when 'daily' then ${before.daily} else ${before.weekly} end`
  const { rows } = await sql<DueSection>`
    select search, address, until, count from (
      select follows.search_seq as search, followed_searches.address, follows.since,
        (select follow_matches.seq ${matches} order by follow_matches.seq desc limit 1) as until,
        (select count(*) from (
          select follow_matches.seq ${matches} and follow_matches.added > follows.began_after and not exists (
            select 1 from told_matches
            where told_matches.subscriber_id = follows.subscriber_id and told_matches.search_seq = follows.search_seq
              and told_matches.kind = follow_matches.kind and told_matches.thing_id = follow_matches.thing_id)
          limit ${MOST_COUNTED}) as counted) as count
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
  setToldUntil: async (subscriberId, search, until) => {
    await db
      .updateTable('follows')
      .set({ told_until: until })
      .where('subscriber_id', '=', subscriberId)
      .where('search_seq', '=', search)
      .execute()
  },
  addDigest: async ({ id, subscriberId, domain, messageId, sections, at }) => {
    const begun = { state: 'waiting' as const, attempts: 0, lease_until: null, last_error: null, sent_at: null }
    await db
      .insertInto('digests')
      .values({
        ...begun,
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
