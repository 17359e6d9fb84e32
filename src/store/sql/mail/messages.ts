import { sql, type Selectable } from 'kysely'
import { messageStates, type StoredMessage } from '#core/mail/message.ts'
import type { MessageReader, MessageWriter } from '#ports/store/mail.ts'
import type { Db, Tables } from '#store/rows.ts'
import { countByState, fillStateCounts } from '#store/sql/review/queue.ts'

const messageFromRow = ({ received_at, ...row }: Selectable<Tables['messages']>): StoredMessage => ({
  ...row,
  receivedAt: received_at,
})

/** Where a page ends; two messages may have arrived at the same instant. */
const placeOf = ({ receivedAt, id }: StoredMessage): string => `${receivedAt} ${id}`

export const messageReader = (db: Db): MessageReader => ({
  list: async (state, before, limit) => {
    const [at = '', id = ''] = before?.split(' ') ?? []
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .$if(state === null, (query) => query.where('state', '<>', 'spam'))
      .$if(state !== null, (query) => query.where('state', '=', state ?? 'new'))
      .$if(before !== null, (query) =>
        query.where((eb) =>
          eb.or([eb('received_at', '<', at), eb.and([eb('received_at', '=', at), eb('id', '<', id)])]),
        ),
      )
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const messages = rows.slice(0, limit).map(messageFromRow)
    const last = messages.at(-1)
    return { messages, next: rows.length > limit && last !== undefined ? placeOf(last) : null }
  },
  find: async (id) => {
    const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : messageFromRow(row)
  },
  counts: async () => fillStateCounts(messageStates, await countByState(db, 'messages')),
  from: async (email) => {
    const sent = db
      .selectFrom('messages')
      .selectAll()
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
    const rows = await sent.orderBy('received_at').orderBy('id').execute()
    return rows.map(messageFromRow)
  },
})

export const messageWriter = (db: Db): MessageWriter => ({
  add: async ({ receivedAt, ...message }) => {
    await db
      .insertInto('messages')
      .values({ ...message, received_at: receivedAt })
      .execute()
  },
  setState: async (id, state) => {
    await db.updateTable('messages').set({ state }).where('id', '=', id).execute()
  },
  erase: async (email) => {
    const result = await db
      .deleteFrom('messages')
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})
