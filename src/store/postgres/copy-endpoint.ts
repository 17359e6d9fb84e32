import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import type { Clock } from '#ports/clock.ts'
import type { Tables } from '#store/rows.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { clientConfig, runOnClient } from './connection/connections.ts'
import { postgresDialect } from './connection/dialect.ts'
import { postgresEngine } from './engine.ts'
import { prepareDatabase } from './prepare-database.ts'

/** One connection without the time limits of a request. */
const openWithoutTimeouts = async (url: string): Promise<Client> => {
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, query_timeout: 0 }
  const client = new Client({ ...clientConfig(url), ...limits })
  // The next statement fails and reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A database to copy from or into; one to copy into is migrated first. Throws `unavailable` when it cannot be used. */
export const openPostgresEndpoint = async (
  url: string,
  { migrate, clock }: { migrate: boolean; clock: Clock },
): Promise<CopyEndpoint> => {
  await prepareDatabase(url, { migrate, clock, mayBeUnfinished: true, onlyReads: !migrate })
  const client = await openWithoutTimeouts(url)
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
    // An index of words is made many times as fast from all papers as paper by paper.
    prepareBulkInsert: async () => {
      await client.query('DROP INDEX IF EXISTS paper_search_words')
    },
    finishBulkInsert: async (tables) => {
      await client.query(
        'CREATE INDEX IF NOT EXISTS paper_search_words ON paper_search USING gin (words) WITH (fastupdate = off)',
      )
      for (const { name, hasSequence } of tables)
        if (hasSequence)
          await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), coalesce(max(seq), 1), max(seq) is not null)
            from ${sql.table(name)}`.execute(db)
      // Plans depend on how frequent words are.
      await client.query('ANALYZE')
    },
    close: () => client.end(),
  }
}
