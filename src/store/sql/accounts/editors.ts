import type { Selectable } from 'kysely'
import type { Editor } from '#core/access/editor.ts'
import { validationFailure } from '#core/failure.ts'
import type { EditorReader, EditorWriter } from '#ports/store/accounts.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'

export const editorFromRow = (row: Selectable<Tables['editors']>): Editor => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  removedAt: row.removed_at,
})

const emailKey = (email: string | null): string | null => email?.toLowerCase() ?? null

export const editorReader = (db: Db): EditorReader => ({
  find: async (id) => {
    const row = await db.selectFrom('editors').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : editorFromRow(row)
  },
  findByEmail: async (email) => {
    const row = await db
      .selectFrom('editors')
      .selectAll()
      .where('email_key', '=', emailKey(email))
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : { ...editorFromRow(row), passphraseHash: row.passphrase }
  },
  findBySignInLink: async (hash, now) => {
    const row = await db
      .selectFrom('sign_in_links')
      .innerJoin('editors', 'editors.id', 'sign_in_links.editor_id')
      .selectAll('editors')
      .where('sign_in_links.hash', '=', hash)
      .where('sign_in_links.expires_at', '>', now)
      .where('editors.removed_at', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : editorFromRow(row)
  },
  findPassphraseHash: async (id) => {
    const row = await db.selectFrom('editors').select('passphrase').where('id', '=', id).executeTakeFirst()
    return row?.passphrase ?? null
  },
  list: async () => {
    const rows = await db
      .selectFrom('editors')
      .leftJoin('passkeys', 'passkeys.editor_id', 'editors.id')
      .selectAll('editors')
      .select((eb) => eb.fn.count<number>('passkeys.id').as('keys'))
      .groupBy('editors.id')
      .orderBy('editors.created_at')
      .orderBy('editors.id')
      .execute()
    return rows.map((row) => ({ ...editorFromRow(row), hasPassphrase: row.passphrase !== null, passkeys: row.keys }))
  },
})

const emailInUse = (cause: unknown) =>
  validationFailure([{ path: 'email', message: 'already belongs to another editor' }], cause)

/** Everything that would still let a removed editor in. */
const credentialTables = [
  'sign_in_links',
  'sessions',
  'passkeys',
  'passkey_challenges',
  'one_time_codes',
  'recovery_codes',
  'pending_sign_ins',
] as const

export const editorWriter = ({ db, engine }: TransactionContext): EditorWriter => {
  const set = async (id: string, values: Partial<Tables['editors']>): Promise<void> => {
    try {
      await db.updateTable('editors').set(values).where('id', '=', id).execute()
    } catch (error) {
      throw engine.isUniqueViolation(error) ? emailInUse(error) : error
    }
  }
  return {
    add: async ({ id, name, email, role, createdAt, removedAt }) => {
      try {
        await db
          .insertInto('editors')
          .values({
            id,
            name,
            email,
            email_key: emailKey(email),
            role,
            passphrase: null,
            created_at: createdAt,
            removed_at: removedAt,
          })
          .execute()
      } catch (error) {
        throw engine.isUniqueViolation(error) ? emailInUse(error) : error
      }
    },
    updateProfile: (id, { name, email }) => set(id, { name, email, email_key: emailKey(email) }),
    setPassphrase: (id, passphrase) => set(id, { passphrase }),
    setRole: (id, role) => set(id, { role }),
    remove: async (id, at) => {
      for (const table of credentialTables) await db.deleteFrom(table).where('editor_id', '=', id).execute()
      await db.deleteFrom('form_drafts').where('editor_id', '=', id).execute()
      await set(id, { passphrase: null, removed_at: at })
    },
    saveSignInLink: async ({ hash, editorId, createdAt, expiresAt }) => {
      await db.deleteFrom('sign_in_links').where('editor_id', '=', editorId).execute()
      await db
        .insertInto('sign_in_links')
        .values({ hash, editor_id: editorId, created_at: createdAt, expires_at: expiresAt })
        .execute()
    },
    pruneSignInLinks: async (now) => {
      await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute()
    },
    deleteSignInLinks: async (editorId) => {
      await db.deleteFrom('sign_in_links').where('editor_id', '=', editorId).execute()
    },
  }
}
