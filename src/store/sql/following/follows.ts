import { followedAddress, followedKey, parseFollowedAddress } from '#core/following/followed-search.ts'
import type { FollowReader, FollowWriter } from '#ports/store/following.ts'
import type { Db, Tables } from '#store/rows.ts'
import { lastChange } from '#store/sql/changes.ts'
import { findConceptNumbers, readState, recentPaperFacts } from './matching.ts'
import type { Selectable } from 'kysely'
import { hashSecret } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import { isExpired, type SubscriberRequest } from '#core/mail/subscriber.ts'
import { emailKey } from '#store/sql/mail/subscribers.ts'

const followsOf = (db: Db, subscriberId: string) =>
  db
    .selectFrom('follows')
    .innerJoin('followed_searches', 'followed_searches.seq', 'follows.search_seq')
    .select([
      'follows.search_seq as search',
      'followed_searches.address',
      'follows.frequency',
      'follows.since',
      'follows.sent_until',
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
): Pick<
  FollowReader,
  'listBySubscriber' | 'counts' | 'countBySubscriber' | 'state' | 'searches' | 'conceptNumbers' | 'recentPapers'
> => ({
  listBySubscriber: async (subscriberId) => {
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
  countBySubscriber: async (subscriberIds) => {
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

/** Creates the row of the matching state with the first followed search; returns the number of the last match. */
const ensureState = async (db: Db, last: number): Promise<number> => {
  const state = await readState(db)
  if (state !== null) {
    // While nobody follows anything, changes are new to nobody.
    if ((await countAll(db, 'follows')) === 0)
      await db.updateTable('following_state').set({ matched_until: last }).execute()
    return state.lastMatch
  }
  await db
    .insertInto('following_state')
    .values({ id: 1, matched_until: last, last_match: 0, version: 0, paused: 0 })
    .execute()
  return 0
}

/** Invalidates cached followed searches. */
const raiseVersion = async (db: Db): Promise<void> => {
  await db
    .updateTable('following_state')
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

/** Deletes searches that nobody follows any more, with their matches. */
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
  for (const table of ['follows', 'sent_matches'] as const)
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
        sent_until: lastMatch,
        since: at,
      })
      .onConflict((conflict) => conflict.columns(['subscriber_id', 'search_seq']).doUpdateSet({ frequency }))
      .execute()
  },
  setFrequency: setFrequency(db),
  stop: stop(db),
  setPaused: async (isPaused) => {
    await db
      .updateTable('following_state')
      .set({ paused: isPaused ? 1 : 0 })
      .execute()
  },
  eraseFollower: async (subscriberId) => {
    await stop(db)(subscriberId, null)
    await db.deleteFrom('digests').where('subscriber_id', '=', subscriberId).execute()
  },
})

const requestFromRow = (row: Selectable<Tables['subscriber_requests']>): SubscriberRequest => ({
  messageId: row.message_id,
  purpose: row.purpose,
  subscriberId: row.subscriber_id,
  email: row.email,
  address: row.address,
  frequency: row.frequency,
  hash: row.hash,
  expiresAt: row.expires_at,
})

const findBy = async (db: Db, column: 'hash' | 'message_id', value: string): Promise<SubscriberRequest | null> => {
  const row = await db.selectFrom('subscriber_requests').selectAll().where(column, '=', value).executeTakeFirst()
  return row === undefined ? null : requestFromRow(row)
}

export const requestReader = (db: Db): Pick<FollowReader, 'getRequest'> => ({
  getRequest: async ({ token, purpose, now }) => {
    const request = await findBy(db, 'hash', hashSecret(token))
    if (request === null || request.purpose !== purpose || isExpired(request, now))
      throw new Failure('not_found', 'This link is no longer valid; request a new one.')
    return request
  },
})

export const requestWriter = (
  db: Db,
): Pick<
  FollowWriter,
  'addRequest' | 'findRequest' | 'findRequestedId' | 'setLink' | 'removeRequest' | 'removeRequests' | 'pruneRequests'
> => ({
  addRequest: async ({ messageId, purpose, subscriberId, email, address, frequency, hash, expiresAt }, at) => {
    await db
      .insertInto('subscriber_requests')
      .values({
        message_id: messageId,
        purpose,
        subscriber_id: subscriberId,
        email,
        email_key: emailKey(email),
        address,
        frequency,
        hash,
        expires_at: expiresAt,
        created_at: at,
      })
      .execute()
  },
  findRequest: (messageId) => findBy(db, 'message_id', messageId),
  findRequestedId: async (email) => {
    const row = await db
      .selectFrom('subscriber_requests')
      .select('subscriber_id')
      .where('email_key', '=', emailKey(email))
      .where('purpose', '=', 'follow')
      .limit(1)
      .executeTakeFirst()
    return row?.subscriber_id ?? null
  },
  setLink: async (messageId, { hash, expiresAt }) => {
    await db
      .updateTable('subscriber_requests')
      .set({ hash, expires_at: expiresAt })
      .where('message_id', '=', messageId)
      .execute()
  },
  removeRequest: async (messageId) => {
    await db.deleteFrom('subscriber_requests').where('message_id', '=', messageId).execute()
  },
  removeRequests: async (of) => {
    const all = db.deleteFrom('subscriber_requests')
    await (
      'email' in of ? all.where('email_key', '=', emailKey(of.email)) : all.where('subscriber_id', '=', of.subscriberId)
    ).execute()
  },
  pruneRequests: async (expiredBefore, madeBefore) => {
    await db
      .deleteFrom('subscriber_requests')
      .where((eb) => eb.or([eb('expires_at', '<', expiredBefore), eb('created_at', '<', madeBefore)]))
      .execute()
  },
})
