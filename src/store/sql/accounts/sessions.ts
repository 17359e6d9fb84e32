import type { Selectable } from 'kysely'
import type { Session } from '#core/access/session.ts'
import type { SessionReader, SessionWriter } from '#ports/store/accounts.ts'
import type { Db, Tables } from '#store/rows.ts'
import { editorFromRow } from './editors.ts'

const sessionFromRow = (row: Selectable<Tables['sessions']>): Session => ({
  id: row.id,
  editorId: row.editor_id,
  method: row.method,
  client: row.client,
  createdAt: row.created_at,
  seenAt: row.seen_at,
  confirmedAt: row.confirmed_at,
  secondFactor: row.second_factor,
})

export const sessionReader = (db: Db): SessionReader => ({
  find: async (hash) => {
    const row = await db.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (row === undefined) return null
    const editor = await db
      .selectFrom('editors')
      .selectAll()
      .where('id', '=', row.editor_id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return editor === undefined ? null : { session: sessionFromRow(row), editor: editorFromRow(editor) }
  },
  listByEditor: async (editorId) => {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('editor_id', '=', editorId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(sessionFromRow)
  },
})

/** Ends every session, sign-in link and passkey challenge of a corpus. */
export const endAllAccess = async (db: Db): Promise<void> => {
  for (const name of ['sessions', 'sign_in_links', 'passkey_challenges'] as const) await db.deleteFrom(name).execute()
}

export const sessionWriter = (db: Db): SessionWriter => ({
  add: async ({ id, hash, editorId, method, client, createdAt, seenAt, confirmedAt, secondFactor }) => {
    const times = { created_at: createdAt, seen_at: seenAt, confirmed_at: confirmedAt }
    await db
      .insertInto('sessions')
      .values({ id, hash, editor_id: editorId, method, client, ...times, second_factor: secondFactor })
      .execute()
  },
  touch: async (id, at) => {
    await db.updateTable('sessions').set({ seen_at: at }).where('id', '=', id).execute()
  },
  confirm: async (id, { at, secondFactor }) => {
    const proved = secondFactor === null ? {} : { second_factor: secondFactor }
    await db
      .updateTable('sessions')
      .set({ confirmed_at: at, ...proved })
      .where('id', '=', id)
      .execute()
  },
  end: async (id, editorId) => {
    const result = await db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('editor_id', '=', editorId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
  endOthers: async (editorId, exceptId) => {
    let ended = db.deleteFrom('sessions').where('editor_id', '=', editorId)
    if (exceptId !== null) ended = ended.where('id', '<>', exceptId)
    return Number((await ended.executeTakeFirst()).numDeletedRows)
  },
  prune: async (begunBefore, seenBefore) => {
    await db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('created_at', '<', begunBefore), eb('seen_at', '<', seenBefore)]))
      .execute()
  },
})
