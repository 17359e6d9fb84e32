import { Kysely, sql } from 'kysely'
import type { Clock } from '#ports/runtime.ts'
import type { Tables } from '#store/rows.ts'
import { refuseBeyond } from '#store/sql/migrations.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openUnlimitedClient, runOnClient } from './connection/connections.ts'
import { postgresDialect, postgresEngine } from './engine.ts'
import { isBeyond } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'

/** Opens a database to copy from or into; a target is migrated first. Throws `unavailable` if it cannot be used. */
export const openPostgresEndpoint = async (
  url: string,
  { migrate, clock }: { migrate: boolean; clock: Clock },
): Promise<CopyEndpoint> => {
  await prepareDatabase({ url }, { migrate, clock, mayBeUnfinished: true, onlyReads: !migrate })
  const client = await openUnlimitedClient(url)
  try {
    refuseBeyond(await isBeyond(client))
  } catch (error) {
    await client.end()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: postgresDialect(runOnClient(client)) })
  return {
    db,
    engine: postgresEngine,
    beginSnapshot: async () => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    },
    inTransaction: async (work) => {
      await client.query('BEGIN')
      try {
        const result = await work()
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {})
        throw error
      }
    },
    // Building the index at the end is many times faster than updating it paper by paper.
    prepareBulkInsert: async () => {
      await client.query('DROP INDEX IF EXISTS paper_search_words')
    },
    finishBulkInsert: async (tables) => {
      await client.query(
        'CREATE INDEX IF NOT EXISTS paper_search_words ON paper_search USING gin (words) WITH (gin_pending_list_limit = 4096)',
      )
      for (const { name, hasSequence } of tables)
        if (hasSequence)
          await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), coalesce(max(seq), 1), max(seq) is not null)
            from ${sql.table(name)}`.execute(db)
      // Query plans depend on word frequencies.
      await client.query('ANALYZE')
    },
    close: () => client.end(),
  }
}
