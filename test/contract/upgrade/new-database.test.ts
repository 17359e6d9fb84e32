import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { parseDatabaseUrl } from '#config.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { describePostgres, describeSqlite, type SchemaDescription } from '../../support/database/schema.ts'
import { postgres } from '../../support/database/engines.ts'
import { corporaOf, releasesWithAnswers } from '../../support/database/released-corpus.ts'
import { temporaryFolder } from '../../support/files.ts'
import { fakeClock, recordingLog } from '../../support/ports.ts'

// A new database is made from schema.sql, an old one goes through the migrations: both must come out the same.

const ports = { clock: fakeClock(), log: recordingLog([]) }

/** What every version made before its first migration; a database with it and nothing else goes through all of them. */
const LEDGER = {
  SQLite: 'CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  PostgreSQL: 'CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)',
}

type Engine = {
  name: 'SQLite' | 'PostgreSQL'
  /** The address of a database that holds what the statements make. */
  make: (t: TestContext, statements: string) => Promise<string>
  copy: (t: TestContext, url: string) => Promise<string>
  run: (url: string, statements: string) => Promise<void>
  planted: Record<string, string>
}

const pathOf = (url: string): string => url.slice('sqlite:'.length)

const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

const runSqlite = (url: string, statements: string): void => {
  const database = new Database(pathOf(url))
  // As a version that had another statement would have left it.
  database.unsafeMode(true)
  database.pragma('writable_schema = ON')
  database.exec(statements)
  database.close()
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const rewritten = (from: string, to: string): string =>
  `UPDATE sqlite_schema SET sql = replace(sql, ${quoted(from)}, ${quoted(to)}) WHERE instr(sql, ${quoted(from)}) > 0`

const onEveryEngine = {
  'a table': 'CREATE TABLE forgotten (id integer)',
  'a column': 'ALTER TABLE papers ADD COLUMN forgotten text',
  'a name of a column': 'ALTER TABLE outbox RENAME COLUMN html TO page',
  'an index': 'DROP INDEX papers_open',
  'a uniqueness': `DROP INDEX paper_checks_by_risk;
    CREATE INDEX paper_checks_by_risk ON paper_checks (queue_key) WHERE queue_key IS NOT NULL`,
  'a condition of an index': "DROP INDEX outbox_due; CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'sent'",
  'a row': "INSERT INTO counters (facet, value, papers) VALUES ('year:', '2026', 0)",
  'a value of a row': 'UPDATE corpus SET revision = 2',
  'a migration': 'DELETE FROM migrations WHERE number = 31',
}

const engines: readonly Engine[] = [
  {
    name: 'SQLite',
    make: async (t, statements) => {
      const url = `sqlite:${join(await temporaryFolder(t), 'corpus.db')}`
      runSqlite(url, statements)
      return url
    },
    copy: async (t, url) => {
      const path = join(await temporaryFolder(t), 'corpus.db')
      await copyFile(pathOf(url), path)
      return `sqlite:${path}`
    },
    run: async (url, statements) => runSqlite(url, statements),
    planted: {
      ...onEveryEngine,
      'a type': rewritten('year INTEGER NOT NULL', 'year TEXT NOT NULL'),
      'what may be null': rewritten('html TEXT', 'html TEXT NOT NULL'),
      'a default': rewritten("DEFAULT 'waiting'", "DEFAULT 'sent'"),
      'a check': rewritten("'live', 'building', 'dead'", "'live', 'building'"),
      'a foreign key': rewritten('PRIMARY KEY REFERENCES briefs (id)', 'PRIMARY KEY'),
      'a strict table': rewritten('used_until INTEGER NOT NULL\n) STRICT', 'used_until INTEGER NOT NULL\n)'),
      'a trigger': 'DROP TRIGGER audit_log_keeps_content',
      'the search index': rewritten("prefix = '3 4 5'", "prefix = '3 4'"),
    },
  },
  {
    name: 'PostgreSQL',
    make: async (_t, statements) => {
      const url = await (await postgres()).createDatabase()
      if (statements !== '') await (await postgres()).run(statements, databaseOf(url))
      return url
    },
    copy: async (_t, url) => (await postgres()).createDatabase(databaseOf(url)),
    run: async (url, statements) => {
      await (await postgres()).run(statements, databaseOf(url))
    },
    planted: {
      ...onEveryEngine,
      'a type': 'ALTER TABLE papers ALTER COLUMN year TYPE bigint',
      'a collation': 'ALTER TABLE messages ALTER COLUMN name TYPE text',
      'what may be null': 'ALTER TABLE messages ALTER COLUMN email DROP NOT NULL',
      'a default': "ALTER TABLE outbox ALTER COLUMN state SET DEFAULT 'sent'",
      'a check': 'ALTER TABLE ranked_segments DROP CONSTRAINT ranked_segments_state_check',
      'a foreign key': 'ALTER TABLE mailings DROP CONSTRAINT mailings_brief_id_fkey',
      'a name of a constraint': 'ALTER INDEX counters_pkey RENAME TO tallies_pkey',
      'a trigger': 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_keeps_rows',
      'a function': `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RETURN NEW; END'`,
      'a sequence': 'ALTER TABLE outbox ALTER COLUMN seq SET INCREMENT 2',
      'a name of a sequence': 'ALTER SEQUENCE outbox_seq_seq RENAME TO emails_seq_seq',
      'storage of a column': 'ALTER TABLE paper_search ALTER COLUMN words SET STORAGE EXTENDED',
      'a setting of a table': 'ALTER TABLE paper_search RESET (toast_tuple_target)',
      'a setting of an index': 'ALTER INDEX paper_search_words RESET (gin_pending_list_limit)',
      'a right': 'GRANT SELECT ON papers TO public',
    },
  },
]

const open = async (url: string): Promise<string[]> => {
  const database = parseDatabaseUrl(url)
  assert.ok(database)
  const store =
    database.engine === 'sqlite'
      ? await openSqliteStore(database.path, ports)
      : await openPostgresStore(database, ports, { migrate: true })
  await store.close()
  return store.migrated
}

const described = async (url: string, options = { withRows: true }): Promise<SchemaDescription> =>
  url.startsWith('sqlite:') ? describeSqlite(pathOf(url), options) : describePostgres(url, options)

for (const { name, make, copy, run, planted } of engines) {
  test(`${name}: a new database is what the migrations make of an old one`, async (t) => {
    const [fresh, old] = [await make(t, ''), await make(t, LEDGER[name])]
    const every = migrations().map((migration) => migration.name)
    assert.deepEqual([await open(fresh), await open(old)], [every, every])
    const wanted = await described(old)
    assert.ok(Object.keys(wanted).length > 70)
    assert.deepEqual(await described(fresh), wanted)
    assert.deepEqual(await open(fresh), [])
  })

  test(`${name}: no difference between the two goes unnoticed`, async (t) => {
    const [fresh, old] = [await make(t, ''), await make(t, LEDGER[name])]
    await open(fresh)
    await open(old)
    const wanted = await described(fresh)
    for (const [what, statements] of Object.entries(planted)) {
      const other = await copy(t, old)
      await run(other, statements)
      assert.notDeepEqual(await described(other), wanted, what)
    }
  })
}

for (const { name, madeAt, restore } of ['0.1.0', '0.2.0', ...releasesWithAnswers].flatMap(corporaOf))
  test(`${name}: a corpus that a released version made at ${madeAt} comes out as a new one`, async (t) => {
    const engine = engines.find((each) => each.name === name)
    assert.ok(engine)
    const [fresh, old] = [await engine.make(t, ''), await restore(t)]
    await open(fresh)
    await open(old)
    const withoutRows = { withRows: false }
    assert.deepEqual(await described(old, withoutRows), await described(fresh, withoutRows))
  })
