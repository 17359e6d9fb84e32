import { hashAddress, suppressionReasons } from '#core/mail/bounces/suppression.ts'
import type { SuppressionReader, SuppressionWriter } from '#ports/store/mail/suppressions.ts'
import type { Db } from '#store/rows.ts'

/** The hash under which an address is kept: its key is the secret of the corpus. */
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
    // Those that told of it stay, so that a report that comes twice does nothing; those that were counted begin anew.
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
