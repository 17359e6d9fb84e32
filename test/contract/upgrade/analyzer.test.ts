import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import type { Store } from '#ports/store/store.ts'
import { postgres } from '../../support/database/engines.ts'
import { fakeClock, recordingLog } from '../../support/ports.ts'
import { addPapers, found, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'

// Keys and index as a program stored them that folded words in another way: an email with a stroke was another email.

const OLDER = `
  UPDATE corpus SET analyzer_version = 0;
  UPDATE concepts SET name_key = 'straße maps', definition = NULL WHERE id = 'strasse-maps';
  INSERT INTO concepts (id, name, name_key, definition) VALUES ('strasse-maps-2', 'Strasse maps', 'strasse maps', 'Maps.');
  INSERT INTO concept_aliases (name_key, id, concept_seq)
    SELECT 'smørbrød', NULL, seq FROM concepts WHERE id = 'lunch';
  INSERT INTO concept_aliases (name_key, id, concept_seq)
    SELECT 'strassé maps', 'old-maps', seq FROM concepts WHERE id = 'lunch';
  UPDATE papers SET title_key = 'ein großer schritt' WHERE id = 'p1'`

const ports = { clock: fakeClock(), log: recordingLog([]) }

const fill = async (store: Store): Promise<void> => {
  await addPapers(
    store,
    newPaper({ id: 'p1', title: 'Ein großer Schritt', concepts: ['Straße maps', 'C++'], frameworks: ['Łódź'] }),
    newPaper({ id: 'p2', title: 'Other', concepts: ['Strasse maps', 'C', 'lunch'], institution: 'Universität Tromsø' }),
    newPaper({ id: 'p3', title: 'Waiting: Ein Schritt' }, 'pending'),
  )
}

/** What the corpus knows once its keys are made anew. */
const check = async (store: Store, revisionBefore: number): Promise<void> => {
  const { concepts } = store.private
  const listed = (await concepts.list())?.concepts.map(({ id, papers, definition }) => [id, papers, definition])
  assert.deepEqual(listed?.toSorted(), [
    ['c', 1, null],
    ['c-plus-plus', 1, null],
    ['lunch', 1, null],
    ['strasse-maps', 2, 'Maps.'],
  ])
  assert.equal(await concepts.findRedirect('strasse-maps-2'), 'strasse-maps')
  assert.equal(await concepts.findRedirect('old-maps'), 'lunch')
  assert.equal((await concepts.findByName('STRASSE MAPS'))?.id, 'strasse-maps')
  assert.equal((await concepts.findByName('Smorbrod'))?.id, 'lunch')
  assert.deepEqual(await found(store, 'grosser'), ['p1'])
  const sought = { id: 'p9', title: 'EIN GROSSER SCHRITT', year: 2025, doi: null, arxivId: null }
  assert.deepEqual(
    (await store.private.papers.allDuplicates(sought)).map(({ id }) => id),
    ['p1'],
  )
  assert.equal((await store.public.stats.counts()).frameworks, 1)
  assert.ok((await store.private.revision()) > revisionBefore, 'what was cached before is known to be old')
}

test('SQLite: keys and index of another analyzer are made anew when the corpus is opened', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const before = await openSqliteStore(path, ports)
  await fill(before)
  const revision = await before.private.revision()
  await before.close()
  const database = new Database(path)
  database.exec(OLDER)
  database.close()
  const after = await openSqliteStore(path, ports)
  t.after(() => after.close())
  assert.deepEqual(after.migrated, [])
  await check(after, revision)
})

test('PostgreSQL: keys and index of another analyzer are made anew by a migration, and refused without', async (t) => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  const open = (migrate: boolean) => openPostgresStore({ url, replicaUrls: [] }, ports, { migrate })
  const before = await open(true)
  await fill(before)
  const revision = await before.private.revision()
  await before.close()
  await cluster.run(OLDER, url.split('/').at(-1))
  await assert.rejects(open(false), /another version of Longview: run "npx longview migrate" first/u)
  const after = await open(true)
  t.after(() => after.close())
  await check(after, revision)
})

test('a new corpus begins with its first revision', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const store = await openSqliteStore(path, ports)
  t.after(() => store.close())
  assert.equal(await store.private.revision(), 1)
})

/** More than the index takes at a time, and than one page of a search holds. */
const PAPERS = 700
const questions = ['agents', 'num*', '"agents number"', 'agents -7', 'title:numb*']

test('a search index that is made anew is filled again, with what is public and nothing else', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const before = await openSqliteStore(path, ports)
  const papers = Array.from({ length: PAPERS }, (_, index) =>
    newPaper({ id: `p${index + 1}`, title: `Agents, number ${index + 1}`, longHorizon: (index * 7_919) % 1_000_000 }),
  )
  await addPapers(before, ...papers)
  await addPapers(before, newPaper({ id: 'p9000', title: 'Agents, number 9000' }, 'pending'))
  const expected = await Promise.all(questions.map((question) => found(before, question)))
  assert.deepEqual(
    expected.map(({ length }) => length),
    [500, 500, 500, 500, 500],
  )
  await before.close()

  const database = new Database(path)
  // As a release would have left it that did not know this step.
  database.prepare("DELETE FROM migrations WHERE name = 'search-by-beginnings'").run()
  database.close()

  const after = await openSqliteStore(path, ports)
  assert.deepEqual(await Promise.all(questions.map((question) => found(after, question))), expected)
  assert.deepEqual(after.migrated, ['search-by-beginnings'])
  await after.close()
})
