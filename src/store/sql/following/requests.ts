import type { Selectable } from 'kysely'
import type { SubscriberRequest } from '#core/mail/requests/subscriber-request.ts'
import type { FollowReader, FollowWriter } from '#ports/store/mail/following.ts'
import type { Db, Tables } from '#store/rows.ts'
import { emailKey } from '#store/sql/mail/subscribers.ts'

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

export const requestReader = (db: Db): Pick<FollowReader, 'findRequest'> => ({
  findRequest: (hash) => findBy(db, 'hash', hash),
})

export const requestWriter = (
  db: Db,
): Pick<
  FollowWriter,
  'addRequest' | 'requestOf' | 'requestedId' | 'setLink' | 'removeRequest' | 'removeRequests' | 'pruneRequests'
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
  requestOf: (messageId) => findBy(db, 'message_id', messageId),
  requestedId: async (email) => {
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
