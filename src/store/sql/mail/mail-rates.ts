import type { MailRateWriter } from '#ports/store/mail/mailings.ts'
import type { Db } from '#store/rows.ts'

export const mailRateWriter = (db: Db): MailRateWriter => ({
  usedUntil: async (bucket) => {
    const row = await db.selectFrom('mail_rates').select('used_until').where('bucket', '=', bucket).executeTakeFirst()
    return row === undefined ? null : row.used_until
  },
  setUsedUntil: async (bucket, usedUntil) => {
    await db
      .insertInto('mail_rates')
      .values({ bucket, used_until: usedUntil })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ used_until: usedUntil }))
      .execute()
  },
  bucketsUsedBeyond: async (instant) => {
    const rows = await db.selectFrom('mail_rates').select('bucket').where('used_until', '>', instant).execute()
    return rows.map(({ bucket }) => bucket)
  },
  pruneRates: async (before) => {
    await db.deleteFrom('mail_rates').where('used_until', '<', before).execute()
  },
})
