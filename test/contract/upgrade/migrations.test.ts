import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { migrations as postgresMigrations } from '#store/postgres/migrate.ts'
import { migrations as sqliteMigrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { migratedTables } from '../../support/database/migrated-tables.ts'
import { OLD_COUNTERS } from '../../support/database/old-counters.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'

const named = (steps: { number: number; name: string }[]) => steps.map(({ number, name }) => ({ number, name }))

test('both engines have the same numbered migrations', () => {
  assert.ok(sqliteMigrations().length >= 4)
  assert.deepEqual(named(postgresMigrations()), named(sqliteMigrations()))
})

test('both engines have the same tables', () => {
  assert.ok(migratedTables(sqliteMigrations()).length > 15)
  assert.deepEqual(migratedTables(postgresMigrations()), migratedTables(sqliteMigrations()))
})

const countersIn = (path: string): unknown[] => {
  const database = new Database(path)
  try {
    return database.prepare('SELECT * FROM counters WHERE papers > 0 ORDER BY facet, value').all()
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
    DELETE FROM counters WHERE facet IN ('institution', 'accepted', 'map') OR facet LIKE 'map:%' OR facet LIKE 'year:%'`)
  const left = countersIn(path).length
  database.exec(`
    ${OLD_COUNTERS}
    DROP INDEX papers_on_map;
    DROP INDEX tallies_by_papers;
    DELETE FROM migrations WHERE number = 12`)
  database.close()
  assert.ok(left < counted.length - 8, 'the older corpus lacks them')
  await (await openSqliteStore(path, ports)).close()
  assert.deepEqual(countersIn(path), counted)
  const texts = [sqliteMigrations(), postgresMigrations()].map(
    (steps) => steps.find(({ number }) => number === 12)?.sql,
  )
  assert.equal(texts[0], texts[1], 'both engines count in the same way')
})
