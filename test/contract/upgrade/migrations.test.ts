import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { migrations as postgresMigrations } from '#store/postgres/migrate.ts'
import { migrations as sqliteMigrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'

const named = (steps: { number: number; name: string }[]) => steps.map(({ number, name }) => ({ number, name }))

/** Names of the tables after all migrations; one that replaces another counts once. */
const tables = (steps: { sql: string }[]): string[] => {
  const made = new Set<string>()
  for (const { sql } of steps) {
    for (const [, name = ''] of sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/gu)) made.add(name)
    for (const [, name = '', to = ''] of sql.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/gu)) {
      made.delete(name)
      made.add(to)
    }
  }
  return [...made].toSorted()
}

test('both engines have the same numbered migrations', () => {
  assert.ok(sqliteMigrations().length >= 4)
  assert.deepEqual(named(postgresMigrations()), named(sqliteMigrations()))
})

test('both engines have the same tables', () => {
  assert.ok(tables(sqliteMigrations()).length > 15)
  assert.deepEqual(tables(postgresMigrations()), tables(sqliteMigrations()))
})

const countersIn = (path: string): unknown[] => {
  const database = new Database(path)
  try {
    return database.prepare('SELECT * FROM tallies WHERE papers > 0 ORDER BY facet, value').all()
  } finally {
    database.close()
  }
}

test('a corpus from before the figures gets their counters when it is opened', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const store = await openSqliteStore(path, ports)
  await addPapers(
    store,
    newPaper({ id: 'p1', chapter: 2, longHorizon: 1_000_000, enterprise: 1_000_000, institution: 'A' }),
    newPaper({ id: 'p2', chapter: 2, longHorizon: 999_999, enterprise: 19_999, institution: 'A' }),
    newPaper({ id: 'p3', longHorizon: 20_000, enterprise: 0, year: 1_999 }),
    newPaper({ id: 'p4', chapter: 7, enterprise: 0, institution: 'B' }),
    newPaper({ id: 'p5', chapter: 7, longHorizon: 20_000, enterprise: 0, institution: 'C' }, 'pending'),
  )
  await store.transact((tx) =>
    tx.papers.transition('p5', { state: 'accepted', note: null, actor: 'a', at: '2026-12-01T00:00:00.000Z' }),
  )
  await store.transact((tx) =>
    tx.papers.transition('p4', { state: 'retracted', note: 'x', actor: 'a', at: '2026-12-02T00:00:00.000Z' }),
  )
  await store.close()
  const counted = countersIn(path)
  assert.ok(counted.length > 15)
  const database = new Database(path)
  database.exec(`
    DROP INDEX papers_on_map;
    DROP INDEX tallies_by_papers;
    DELETE FROM tallies WHERE facet IN ('institution', 'accepted', 'map') OR facet LIKE 'map:%' OR facet LIKE 'year:%';
    DELETE FROM migrations WHERE number = 12`)
  database.close()
  assert.ok(countersIn(path).length < counted.length - 8, 'the older corpus lacks them')
  await (await openSqliteStore(path, ports)).close()
  assert.deepEqual(countersIn(path), counted)
  const texts = [sqliteMigrations(), postgresMigrations()].map(
    (steps) => steps.find(({ number }) => number === 12)?.sql,
  )
  assert.equal(texts[0], texts[1], 'both engines count in the same way')
})
