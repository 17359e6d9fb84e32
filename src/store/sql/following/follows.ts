import { followedAddress, followedKey, parseFollowedAddress } from '#core/following/followed-search.ts'
import type { FollowReader, FollowWriter } from '#ports/store/mail/following.ts'
import type { Db } from '#store/rows.ts'
import { lastChange } from '#store/sql/changes/change-reader.ts'
import { findConceptNumbers } from './concept-numbers.ts'
import { readState } from './following-state.ts'
import { recentPaperFacts } from './paper-facts.ts'

const followsOf = (db: Db, subscriberId: string) =>
  db
    .selectFrom('follows')
    .innerJoin('followed_searches', 'followed_searches.seq', 'follows.search_seq')
    .select([
      'follows.search_seq as search',
      'followed_searches.address',
      'follows.frequency',
      'follows.since',
      'follows.told_until',
    ])
    .where('follows.subscriber_id', '=', subscriberId)
    .orderBy('follows.since')
    .orderBy('follows.search_seq')

const countAll = async (db: Db, table: 'followed_searches' | 'follows'): Promise<number> => {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

export const followReader = (
  db: Db,
): Pick<FollowReader, 'of' | 'counts' | 'countsOf' | 'state' | 'searches' | 'conceptNumbers' | 'recentPapers'> => ({
  of: async (subscriberId) => {
    const rows = await followsOf(db, subscriberId).execute()
    return rows.map(({ search, address, frequency, since }) => ({ search, address, frequency, since }))
  },
  counts: async () => {
    const { followers } = await db
      .selectFrom('follows')
      .select((eb) => eb.fn.count<number>('subscriber_id').distinct().as('followers'))
      .executeTakeFirstOrThrow()
    return { followers, searches: await countAll(db, 'followed_searches'), follows: await countAll(db, 'follows') }
  },
  countsOf: async (subscriberIds) => {
    if (subscriberIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('follows')
      .select('subscriber_id')
      .select((eb) => eb.fn.countAll<number>().as('searches'))
      .where('subscriber_id', 'in', [...subscriberIds])
      .groupBy('subscriber_id')
      .execute()
    return new Map(rows.map(({ subscriber_id, searches }) => [subscriber_id, searches]))
  },
  state: () => readState(db),
  searches: async () => {
    const rows = await db.selectFrom('followed_searches').selectAll().orderBy('seq').execute()
    return rows.map(({ seq, address, began_after }) => ({ seq, address, beganAfter: began_after }))
  },
  conceptNumbers: (ids) => findConceptNumbers(db, ids),
  recentPapers: (limit) => recentPaperFacts(db, limit),
})

/** The row that says how far changes are matched; the first search that is followed makes it. */
const ensureState = async (db: Db, last: number): Promise<number> => {
  const state = await readState(db)
  if (state !== null) {
    // Nobody follows anything: what changed in the meantime is new to nobody.
    if ((await countAll(db, 'follows')) === 0) await db.updateTable('following').set({ matched_until: last }).execute()
    return state.lastMatch
  }
  await db
    .insertInto('following')
    .values({ id: 1, matched_until: last, last_match: 0, version: 0, paused: 0 })
    .execute()
  return 0
}

/** What was read of the searches before is out of date. */
const raiseVersion = async (db: Db): Promise<void> => {
  await db
    .updateTable('following')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
}

const ensureSearch = async (db: Db, address: string, beganAfter: number): Promise<number> => {
  const key = followedKey(address)
  const known = await db.selectFrom('followed_searches').select('seq').where('key', '=', key).executeTakeFirst()
  if (known !== undefined) return known.seq
  const row = { key, address, began_after: beganAfter }
  const { seq } = await db.insertInto('followed_searches').values(row).returning('seq').executeTakeFirstOrThrow()
  await raiseVersion(db)
  return seq
}

/** Forgets searches that nobody follows any more, with what they found. */
const dropUnfollowed = async (db: Db, searches: readonly number[]): Promise<void> => {
  for (const search of searches) {
    const left = db.selectFrom('follows').select('search_seq').where('search_seq', '=', search).limit(1)
    if ((await left.executeTakeFirst()) !== undefined) continue
    await db.deleteFrom('follow_matches').where('search_seq', '=', search).execute()
    await db.deleteFrom('followed_searches').where('seq', '=', search).execute()
    await raiseVersion(db)
  }
}

const setFrequency: (db: Db) => FollowWriter['setFrequency'] = (db) => async (subscriberId, search, frequency) => {
  await db
    .updateTable('follows')
    .set({ frequency })
    .where('subscriber_id', '=', subscriberId)
    .where('search_seq', '=', search)
    .execute()
}

const stop: (db: Db) => FollowWriter['stop'] = (db) => async (subscriberId, searches) => {
  const followed = await followsOf(db, subscriberId).execute()
  const stopped = followed.map(({ search }) => search).filter((search) => searches?.includes(search) ?? true)
  for (const table of ['follows', 'told_matches'] as const)
    for (const search of stopped)
      await db.deleteFrom(table).where('subscriber_id', '=', subscriberId).where('search_seq', '=', search).execute()
  await dropUnfollowed(db, stopped)
}

export const followWriter = (
  db: Db,
): Pick<FollowWriter, 'follow' | 'setFrequency' | 'stop' | 'setPaused' | 'eraseFollower'> => ({
  follow: async ({ subscriberId, address, frequency }, at) => {
    const last = (await lastChange(db))?.seq ?? 0
    const lastMatch = await ensureState(db, last)
    const search = await ensureSearch(db, followedAddress(parseFollowedAddress(address)), last)
    await db
      .insertInto('follows')
      .values({
        subscriber_id: subscriberId,
        search_seq: search,
        frequency,
        began_after: last,
        told_until: lastMatch,
        since: at,
      })
      .onConflict((conflict) => conflict.columns(['subscriber_id', 'search_seq']).doUpdateSet({ frequency }))
      .execute()
  },
  setFrequency: setFrequency(db),
  stop: stop(db),
  setPaused: async (isPaused) => {
    await db
      .updateTable('following')
      .set({ paused: isPaused ? 1 : 0 })
      .execute()
  },
  eraseFollower: async (subscriberId) => {
    await stop(db)(subscriberId, null)
    await db.deleteFrom('digests').where('subscriber_id', '=', subscriberId).execute()
  },
})
