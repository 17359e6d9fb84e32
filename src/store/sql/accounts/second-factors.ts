import type { SecondFactorReader, SecondFactorWriter } from '#ports/store/accounts.ts'
import type { Db } from '#store/rows.ts'

export const secondFactorReader = (db: Db): SecondFactorReader => ({
  find: async (editorId) => {
    const row = await db.selectFrom('one_time_codes').selectAll().where('editor_id', '=', editorId).executeTakeFirst()
    if (row === undefined) return null
    const { sealed_secret: sealedSecret, created_at: createdAt, confirmed_at: confirmedAt } = row
    const left = await db.selectFrom('recovery_codes').select('hash').where('editor_id', '=', editorId).execute()
    return { editorId, sealedSecret, createdAt, confirmedAt, recoveryCodes: left.length }
  },
  findPending: async (hash, now) => {
    const row = await db
      .selectFrom('pending_sign_ins')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row === undefined ? null : { editorId: row.editor_id, method: row.method }
  },
})

const oneTimeCodesWriter = (
  db: Db,
): Pick<SecondFactorWriter, 'propose' | 'confirm' | 'takeStep' | 'saveRecoveryCodes' | 'takeRecoveryCode'> => ({
  propose: async ({ editorId, sealedSecret, createdAt }) => {
    await db.deleteFrom('one_time_codes').where('editor_id', '=', editorId).where('confirmed_at', 'is', null).execute()
    await db
      .insertInto('one_time_codes')
      .values({ editor_id: editorId, sealed_secret: sealedSecret, created_at: createdAt })
      .execute()
  },
  confirm: async (editorId, step, at) => {
    const result = await db
      .updateTable('one_time_codes')
      .set({ confirmed_at: at, last_step: step })
      .where('editor_id', '=', editorId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },
  takeStep: async (editorId, step) => {
    const result = await db
      .updateTable('one_time_codes')
      .set({ last_step: step })
      .where('editor_id', '=', editorId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },
  saveRecoveryCodes: async (editorId, hashes) => {
    await db.deleteFrom('recovery_codes').where('editor_id', '=', editorId).execute()
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ hash, editor_id: editorId })))
      .execute()
  },
  takeRecoveryCode: async (editorId, hash) => {
    const result = await db
      .deleteFrom('recovery_codes')
      .where('hash', '=', hash)
      .where('editor_id', '=', editorId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
})

export const secondFactorWriter = (db: Db): SecondFactorWriter => ({
  ...oneTimeCodesWriter(db),
  remove: async (editorId) => {
    for (const table of ['one_time_codes', 'recovery_codes', 'pending_sign_ins'] as const)
      await db.deleteFrom(table).where('editor_id', '=', editorId).execute()
  },
  savePending: async ({ hash, editorId, method, expiresAt }) => {
    await db
      .insertInto('pending_sign_ins')
      .values({ hash, editor_id: editorId, method, expires_at: expiresAt })
      .execute()
  },
  endPending: async (hash) => {
    const result = await db.deleteFrom('pending_sign_ins').where('hash', '=', hash).executeTakeFirst()
    return result.numDeletedRows > 0n
  },
  endAllPending: async (editorId) => {
    await db.deleteFrom('pending_sign_ins').where('editor_id', '=', editorId).execute()
  },
  prunePending: async (now) => {
    await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute()
  },
})
