import type { Selectable } from 'kysely'
import { subscriberStates, type Subscriber } from '#core/mail/subscriber.ts'
import type { SubscriberReader, SubscriberWriter, SuppressionReader, SuppressionWriter } from '#ports/store/mail.ts'
import type { Db, Tables } from '#store/rows.ts'
import { countByState, fillStateCounts } from '#store/sql/review/queue.ts'
import { hashAddress, suppressionReasons } from '#core/mail/suppression.ts'

const subscriberFromRow = (row: Selectable<Tables['subscribers']>): Subscriber => ({
  id: row.id,
  email: row.email,
  name: row.name,
  state: row.state,
  confirmHash: row.confirm_hash,
  confirmExpiresAt: row.confirm_expires_at,
  wantsBrief: row.wants_brief === 1,
})

/** Addresses are compared case-insensitively. */
export const emailKey = (email: string): string => email.toLowerCase()

export const subscriberReader = (db: Db): SubscriberReader => {
  const findBy = async (column: 'id' | 'email_key' | 'confirm_hash', value: string): Promise<Subscriber | null> => {
    const row = await db.selectFrom('subscribers').selectAll().where(column, '=', value).executeTakeFirst()
    return row === undefined ? null : subscriberFromRow(row)
  }
  return {
    findByEmail: (email) => findBy('email_key', emailKey(email)),
    findByConfirmHash: (hash) => findBy('confirm_hash', hash),
    find: (id) => findBy('id', id),
    list: async (state, after, limit) => {
      const rows = await db
        .selectFrom('subscribers')
        .selectAll()
        .$if(state !== null, (query) => query.where('state', '=', state ?? 'active'))
        .$if(after !== null, (query) => query.where('email_key', '>', after ?? ''))
        .orderBy('email_key')
        .limit(limit + 1)
        .execute()
      const shown = rows.slice(0, limit)
      return {
        subscribers: shown.map(({ id, email, name, state, wants_brief, updated_at }) => ({
          id,
          email,
          name,
          state,
          wantsBrief: wants_brief === 1,
          since: updated_at,
        })),
        next: rows.length > limit ? (shown.at(-1)?.email_key ?? null) : null,
      }
    },
    counts: async () => fillStateCounts(subscriberStates, await countByState(db, 'subscribers')),
  }
}

export const subscriberWriter = (db: Db): SubscriberWriter => ({
  put: async ({ id, email, name, state, confirmHash, confirmExpiresAt, wantsBrief }, at) => {
    const values = {
      email,
      email_key: emailKey(email),
      name,
      state,
      confirm_hash: confirmHash,
      confirm_expires_at: confirmExpiresAt,
      wants_brief: wantsBrief ? 1 : 0,
      updated_at: at,
    }
    await db
      .insertInto('subscribers')
      .values({ id, ...values, created_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  },
  moveTo: async (id, email) => {
    await db
      .updateTable('subscribers')
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', id)
      .execute()
  },
  erase: async (email) => {
    const result = await db.deleteFrom('subscribers').where('email_key', '=', emailKey(email)).executeTakeFirst()
    return result.numDeletedRows > 0n
  },
  prunePending: async (expiredBefore) => {
    const result = await db
      .deleteFrom('subscribers')
      .where('state', '=', 'pending')
      .where('confirm_expires_at', '<', expiredBefore)
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})

/** The hash of an address, keyed with the secret of the corpus. */
const hashed = async (db: Db, email: string): Promise<string> => {
  const { secret } = await db.selectFrom('corpus').select('secret').where('id', '=', 1).executeTakeFirstOrThrow()
  return hashAddress(secret, email)
}

export const suppressionReader = (db: Db): SuppressionReader => ({
  find: async (email) => {
    const row = await db
      .selectFrom('suppressions')
      .selectAll()
      .where('address_hash', '=', await hashed(db, email))
      .executeTakeFirst()
    return row === undefined ? null : { reason: row.reason, since: row.since, confirmationAt: row.confirmation_at }
  },
  counts: async () => {
    const rows = await db
      .selectFrom('suppressions')
      .select('reason')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .groupBy('reason')
      .execute()
    const [bounce = 0, complaint = 0] = suppressionReasons.map(
      (reason) => rows.find((row) => row.reason === reason)?.rows,
    )
    return { bounce, complaint }
  },
})

export const suppressionWriter = (db: Db): SuppressionWriter => ({
  put: async (email, { reason, since, confirmationAt }) => {
    const values = { reason, since, confirmation_at: confirmationAt }
    await db
      .insertInto('suppressions')
      .values({ address_hash: await hashed(db, email), ...values })
      .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(values))
      .execute()
  },
  lift: async (email) => {
    const hash = await hashed(db, email)
    await db.deleteFrom('suppressions').where('address_hash', '=', hash).execute()
    // Hard bounces and complaints stay, so that a repeated report does nothing; soft bounces are counted from zero
    // again.
    await db.deleteFrom('bounces').where('address_hash', '=', hash).where('kind', '=', 'soft').execute()
  },
  addBounce: async (email, { delivery, kind, at }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('bounces')
      .values({ address_hash: await hashed(db, email), delivery, kind, received_at: at })
      .onConflict((conflict) => conflict.columns(['address_hash', 'delivery', 'kind']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  softBounces: async (email, since) => {
    const { count } = await db
      .selectFrom('bounces')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('address_hash', '=', await hashed(db, email))
      .where('kind', '=', 'soft')
      .where('received_at', '>', since)
      .executeTakeFirstOrThrow()
    return count
  },
  pruneBounces: async (before) => {
    await db.deleteFrom('bounces').where('received_at', '<', before).execute()
  },
})
