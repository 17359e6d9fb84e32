import type { StoredSettings } from '#core/settings.ts'
import type { SettingsReader, SettingsWriter } from '#ports/store/settings.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { queueRendering } from '#store/sql/renderings.ts'

/** The settings of the library are one row. */
const ID = 1

export const settingsReader = (db: Db): SettingsReader => ({
  get: async () => {
    const row = await db.selectFrom('settings').select(['stored', 'version']).executeTakeFirst()
    if (row === undefined) return { stored: {}, version: 0 }
    return { stored: JSON.parse(row.stored) as StoredSettings, version: row.version }
  },
})

export const settingsWriter = (scope: TransactionContext): SettingsWriter => ({
  put: async (stored, at) => {
    const values = { stored: JSON.stringify(stored), updated_at: at }
    const { version } = await scope.db
      .insertInto('settings')
      .values({ id: ID, version: 1, ...values })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ version: eb('settings.version', '+', 1), ...values })),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    await queueRendering(scope.db, 'about', stored.about ?? null)
    // Every page shows some of them.
    scope.markPublicChange()
    return version
  },
})
