import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { migrations as postgresMigrations, migrations } from '#store/postgres/migrate.ts'
import { migrations as sqliteMigrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { fakeClock, recordingLog } from '../../support/ports.ts'
import { migratedTables, OLD_COUNTERS } from '../../support/database/schema.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresEndpoint } from '#store/postgres/copy-endpoint.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { parseMigration, selectPending, type Migration } from '#store/sql/migrations.ts'
import { rebuildIndex } from '#store/sql/search/rebuild.ts'
import { openSqliteTarget } from '#store/sqlite/copy-endpoint.ts'
import { postgres } from '../../support/database/engines.ts'
import { applyChanges, readPublicCorpus, type PublicCorpus } from '../../support/database/history.ts'

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

const ports = { clock: fakeClock(), log: recordingLog([]) }

/** A place for a corpus: opened again and again, and changed behind its back. */
type Place = {
  open: () => Promise<Store>
  run: (statements: string) => Promise<void>
  connect: () => Promise<CopyEndpoint>
}

const places: Record<string, (t: TestContext) => Promise<Place & { emptyIndex: string }>> = {
  SQLite: async (t) => {
    const path = join(await temporaryFolder(t), 'corpus.db')
    return {
      open: () => openSqliteStore(path, ports),
      run: async (statements) => {
        const database = new Database(path)
        database.exec(statements)
        database.close()
      },
      connect: () => openSqliteTarget(path, ports.clock),
      emptyIndex: "INSERT INTO paper_search (paper_search) VALUES ('delete-all')",
    }
  },
  PostgreSQL: async () => {
    const cluster = await postgres()
    const url = await cluster.createDatabase()
    return {
      open: () => openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true }),
      run: async (statements) => {
        await cluster.run(statements, url.split('/').at(-1) ?? '')
      },
      connect: () => openPostgresEndpoint(url, { migrate: false, clock: ports.clock }),
      emptyIndex: 'TRUNCATE paper_search',
    }
  },
}

const filter: LibraryFilter = {
  ...everyPaper,
  query: parseSearchQuery('agents'),
  chapter: 2,
  year: 2025,
  type: null,
  concept: 'planning',
  institution: 'one place',
  withText: true,
}

const readPages = async ({ public: reader }: Store) => {
  const open = { ...filter, query: null, year: null, concept: null, institution: null, withText: false }
  return [
    await reader.library.page(filter, 'newest', null, 9),
    await reader.library.page(open, 'enterprise', null, 9),
    await reader.library.page({ ...open, chapter: null }, 'long-horizon', null, 9),
    await reader.library.didYouMean('agnets', { ...open, chapter: null }),
  ]
}

for (const [name, place] of Object.entries(places))
  test(`${name}: a corpus from before the library had facets is indexed when it is opened`, async (t) => {
    const { open, run, connect, emptyIndex } = await place(t)
    const first = await open()
    await addPapers(
      first,
      newPaper({
        id: 'p1',
        title: 'Agents',
        chapter: 2,
        concepts: ['Planning'],
        institution: 'One place',
        fullText: 'x',
        enterprise: 500_000,
      }),
      newPaper({ id: 'p2', title: 'More agents', chapter: 2, concepts: ['Planning', 'Memory'] }),
      newPaper({ id: 'p3', title: 'Hidden agents' }, 'pending'),
    )
    const before = await readPages(first)
    assert.equal(before[3], 'agents')
    await first.close()
    await run(`
      ${OLD_COUNTERS}
      DROP TABLE shelf_marks;
      DROP TABLE institutions;
      DROP TABLE spellings;
      DELETE FROM tallies WHERE facet LIKE 'shelf:%';
      ${emptyIndex};
      DELETE FROM migrations WHERE number = 5`)
    const reopened = async (): Promise<unknown> => {
      const again = await open()
      const after = await readPages(again)
      await again.close()
      return after
    }
    assert.deepEqual(await reopened(), before)
    // A later step may make the index alone anew.
    await run(emptyIndex)
    assert.notDeepEqual(await reopened(), before)
    const side = await connect()
    await rebuildIndex(side)
    await side.close()
    assert.deepEqual(await reopened(), before)
  })

for (const [name, place] of Object.entries(places))
  test(`${name}: a corpus from before changes were numbered gets a number for all that is public`, async (t) => {
    const { open, run } = await place(t)
    const first = await open()
    const at = '2026-12-01T00:00:00.000Z'
    const step = { note: 'x', actor: 'test', at }
    await addPapers(
      first,
      newPaper({ id: 'p1', concepts: ['Planning'] }),
      newPaper({ id: 'p2' }),
      newPaper({ id: 'p3' }),
    )
    await addPapers(first, newPaper({ id: 'p4', concepts: ['Hidden'] }, 'pending'))
    await first.transact((tx) => tx.papers.transition('p2', { state: 'retracted', ...step }))
    await first.transact((tx) => tx.papers.mergeInto('p3', 'p1', step))
    await first.transact((tx) =>
      tx.gaps.put({ id: 'g1', title: 'g', severity: 'high', explanation: 'e', paperIds: ['p1'] }, at),
    )
    await first.close()
    await run(`
      DROP TABLE public_changes;
      DROP INDEX papers_by_url;
      DELETE FROM migrations WHERE name = 'public-changes'`)
    const again = await open()
    t.after(() => again.close())
    const changes = await again.public.changes.after(0, 100)
    assert.deepEqual(
      changes.map(({ seq, kind, id, event }) => `${seq} ${kind} ${id} ${event}`),
      ['1 concept planning added', '2 paper p1 added', '3 gap g1 added', '4 paper p2 retracted', '5 paper p3 merged'],
    )
    const whole = await readPublicCorpus(again.public)
    // Chapters exist from the beginning: there is a change of one only once it is edited.
    const copy: PublicCorpus = new Map([...whole].filter(([name]) => name.startsWith('chapter ')))
    await applyChanges(again.public, copy, changes)
    assert.deepEqual(copy, whole)
    await addPapers(again, newPaper({ id: 'p5' }))
    assert.deepEqual(
      (await again.public.changes.after(5, 100)).map(({ seq, at: changedAt }) => [seq, changedAt >= at]),
      [[6, true]],
    )
  })

/** Papers whose words occur in every relation that lexemes are made of. */
const papers = [
  newPaper({ id: 'p1', title: 'Planning long-horizon tasks', authors: ['Ada Lovelace', 'Wei Wang'], topics: ['c++'] }),
  newPaper({ id: 'p2', title: 'the the the end', abstract: 'the the end. the the the the', authors: ['The The'] }),
  newPaper({
    id: 'p3',
    title: `${'buffalo '.repeat(29)}falls`,
    abstract: '長期的な計画を学ぶ。 gpt-4o isn’t',
    chapter: 3,
  }),
  newPaper({ id: 'p4', title: "Back\\slash and 'quotes'", abstract: 'planning planning', type: 'survey' }),
  newPaper({ id: 'p5', title: '???' }),
]

test('the migration that adds lexemes to old papers makes the same as storing a new paper', async () => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  const name = url.split('/').at(-1)
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const store = await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
  await addPapers(store, ...papers)
  await store.close()
  const stored = 'select rank_key, words::text from paper_search order by rank_key'
  const made = await cluster.run(stored, name)
  await cluster.run(
    `update paper_search set words = ts_delete(words, array(
      select lexeme from unnest(words) where lexeme ~ '^[ABCDP]'))`,
    name,
  )
  const without = await cluster.run(stored, name)
  const step = migrations().find((migration) => migration.name === 'search-keys')
  await cluster.run(step?.sql ?? '', name)
  assert.deepEqual(await cluster.run(stored, name), made)
  assert.notDeepEqual(without, made)
})

const known = (...numbers: number[]): Migration[] =>
  numbers.map((number) => parseMigration(`${String(number).padStart(4, '0')}-name.sql`, () => ''))

test('a version goes on with a newer database only if the newer version says so', () => {
  const applied = [{ number: 1 }, { number: 2, oldest_reader: null }]
  assert.deepEqual(selectPending(known(1, 2), applied), [])
  for (const beyond of [{ number: 3 }, { number: 3, oldest_reader: null }, { number: 3, oldest_reader: 3 }])
    assert.throws(() => selectPending(known(1, 2), [...applied, beyond]), /migrated to step 3 by a newer Longview/u)
  const expanded = [...applied, { number: 3, oldest_reader: 2 }, { number: 4, oldest_reader: 1 }]
  assert.deepEqual(selectPending(known(1, 2), expanded), [])
  assert.throws(() => selectPending(known(1), expanded), /step 2 by/u)
  assert.throws(() => selectPending(known(1, 2), [...expanded, { number: 5, oldest_reader: 4 }]), /step 5 by/u)
  assert.equal(parseMigration('0064-a.sql', () => '-- oldest reader: 0061\nSELECT 1').oldestReader, 61)
  assert.equal(parseMigration('0064-a.sql', () => 'SELECT 1').oldestReader, null)
})

for (const [name, makePlace] of Object.entries(places))
  test(`${name}: a database that a newer version has expanded is opened, and not copied`, async (t) => {
    const { open, run, connect } = await makePlace(t)
    const store = await open()
    await addPapers(store, newPaper({ id: 'p1' }))
    await store.close()
    const newest = sqliteMigrations().at(-1)?.number ?? 0
    await run(`INSERT INTO migrations (number, name, applied_at, oldest_reader) VALUES (9001, 'a', 'now', ${newest})`)
    const reopened = await open()
    assert.notEqual(await reopened.public.papers.find('p1'), null)
    await reopened.close()
    if (name === 'PostgreSQL') await assert.rejects(connect(), /use that version to copy it/u)
    await run(`INSERT INTO migrations (number, name, applied_at, oldest_reader) VALUES (9002, 'b', 'now', 9002)`)
    await assert.rejects(open(), /migrated to step 9002 by a newer Longview/u)
  })
