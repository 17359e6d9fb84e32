import { deliveryStates } from '#core/mail/mailing.ts'
import type { DigestFrequency, DigestSection } from '#core/following/follow.ts'
import type { DigestWriter, FollowReader } from '#ports/store/mail/following.ts'
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

const dueSections: (db: Db) => DigestWriter['dueSections'] = (db) => async (subscriberId, before) => {
  const rows = await dueMatches(db, before)
    .innerJoin('followed_searches', 'followed_searches.seq', 'follows.search_seq')
    .leftJoin('told_matches', (join) =>
      join
        .onRef('told_matches.subscriber_id', '=', 'follows.subscriber_id')
        .onRef('told_matches.search_seq', '=', 'follows.search_seq')
        .onRef('told_matches.kind', '=', 'follow_matches.kind')
        .onRef('told_matches.thing_id', '=', 'follow_matches.thing_id'),
    )
    .select(['follows.search_seq as search', 'followed_searches.address', 'follows.began_after'])
    .select(['follow_matches.seq', 'follow_matches.thing_id as id', 'follow_matches.added'])
    .select('told_matches.thing_id as told')
    .where('follows.subscriber_id', '=', subscriberId)
    .orderBy('follows.since')
    .orderBy('follows.search_seq')
    .orderBy('follow_matches.seq', 'desc')
    .execute()
  return [...Map.groupBy(rows, ({ search }) => search)].map(([search, found]) => ({
    search,
    address: found[0]?.address ?? '',
    ids: found.filter(({ added, began_after, told }) => added > began_after && told === null).map(({ id }) => id),
    until: found[0]?.seq ?? 0,
  }))
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
