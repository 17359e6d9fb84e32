import type { Selectable } from 'kysely'
import type { Passkey } from '#core/access/passkey.ts'
import { validationFailure } from '#core/failure.ts'
import type { PasskeyReader, PasskeyWriter } from '#ports/store/accounts.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'

const passkeyFromRow = (row: Selectable<Tables['passkeys']>): Passkey => ({
  id: row.id,
  editorId: row.editor_id,
  label: row.label,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  createdAt: row.created_at,
  usedAt: row.used_at,
})

export const passkeyReader = (db: Db): PasskeyReader => ({
  find: async (id) => {
    const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : passkeyFromRow(row)
  },
  listByEditor: async (editorId) => {
    const rows = await db
      .selectFrom('passkeys')
      .selectAll()
      .where('editor_id', '=', editorId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(passkeyFromRow)
  },
})

export const passkeyWriter = ({ db, engine }: TransactionContext): PasskeyWriter => ({
  add: async (passkey) => {
    try {
      await db
        .insertInto('passkeys')
        .values({
          id: passkey.id,
          editor_id: passkey.editorId,
          label: passkey.label,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: JSON.stringify(passkey.transports),
          created_at: passkey.createdAt,
          used_at: passkey.usedAt,
        })
        .execute()
    } catch (error) {
      if (!engine.isUniqueViolation(error)) throw error
      throw validationFailure([{ path: 'passkey', message: 'is already registered' }], error)
    }
  },
  recordUse: async (id, counter, at) => {
    await db.updateTable('passkeys').set({ counter, used_at: at }).where('id', '=', id).execute()
  },
  remove: async (id, editorId) => {
    const result = await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('editor_id', '=', editorId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
  saveChallenge: async ({ hash, editorId, expiresAt }) => {
    await db.insertInto('passkey_challenges').values({ hash, editor_id: editorId, expires_at: expiresAt }).execute()
  },
  consumeChallenge: async (hash, editorId, now) => {
    const result = await db
      .deleteFrom('passkey_challenges')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .where('editor_id', editorId === null ? 'is' : '=', editorId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
  pruneChallenges: async (now) => {
    await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  },
})
