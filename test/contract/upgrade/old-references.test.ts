import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { type CheckedRecord, importRecords } from '#actions/imports.ts'
import { sourceRecord } from '#core/imports/imported-record.ts'
import { storedReferences } from '#imports/stored-references.ts'
import { readOldReferencesJob } from '#jobs/old-references.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { postgres } from '../../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'
import { fakeClock, recordingLog, testRunner } from '../../support/ports.ts'

const ports = { clock: fakeClock(AT), log: recordingLog([]) }

type Place = { open: () => Promise<Store>; run: (statements: string) => Promise<void> }

const places: Record<string, (t: TestContext) => Promise<Place>> = {
  SQLite: async (t) => {
    const path = join(await temporaryFolder(t), 'corpus.db')
    return {
      open: () => openSqliteStore(path, ports),
      run: async (statements) => {
        const database = new Database(path)
        database.exec(statements)
        database.close()
      },
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
    }
  },
}

const PLANS = { title: 'Plans of agents: a study of memory', authors: ['Grace Hopper'], year: 2023 }

const words = (number: number): string =>
  Array.from(String(number), (digit) => 'abcdefghij'[Number(digit)]).join(' of ')

/** A record of Crossref as an older version stored it: what it cites is in its text only. */
const oldRecord = (number: number, onlyOf: string | null = null): CheckedRecord => {
  const title = `Report ${number} on ${words(number)} for tests`
  const work = {
    DOI: `10.1000/old.${number}`,
    title: [title],
    author: [{ given: `Ada${words(number)}`, family: `Byron${words(number).replaceAll(' ', '')}` }],
    issued: { 'date-parts': [[2024]] },
    reference: [
      { key: '1', 'article-title': PLANS.title, author: 'Hopper', year: '2023' },
      {
        key: '2',
        'article-title': `A work that only ${words(number)} cites among many`,
        author: 'Other',
        year: '2001',
      },
      ...(onlyOf === null
        ? []
        : [{ key: '3', 'article-title': 'A work that somebody else adds', author: 'Else', year: '2002' }]),
    ],
  }
  return {
    position: 'record 1',
    paper: corePaper({
      id: 'p0',
      title,
      authors: [`Ada Byron${words(number).replaceAll(' ', '')}`],
      year: 2024,
      doi: work.DOI,
    }),
    source: sourceRecord(
      {
        format: 'crossref',
        position: 'record 1',
        recordId: work.DOI,
        fields: {},
        unmapped: [],
        source: JSON.stringify(work),
      },
      { place: 'works.json', fetchedAt: AT, onlyOf },
    ),
  }
}

const RECORDS = 45

const listed = async ({ public: { citations } }: Store, id: string): Promise<string[]> =>
  (await citations.references(id, null, 100)).references.map(({ work, paper, sources }) =>
    [paper?.id ?? '-', work.title, sources.join('+')].join(' | '),
  )

for (const [name, makePlace] of Object.entries(places))
  test(`${name}: the references of records from before the graph are read once, piece by piece`, async (t) => {
    const { open, run } = await makePlace(t)
    const older = await open()
    assert.equal(await older.private.citations.oldReading(), null, 'a new library has no old records')
    await addPapers(older, newPaper({ id: 'p1', ...PLANS }), newPaper({ id: 'p2', title: 'Brought by somebody' }))
    const act = await testRunner({ store: older, clock: ports.clock })
    const batch = Array.from({ length: RECORDS }, (_, index) => oldRecord(index + 1))
    const ids = (await act(importRecords, { batch, state: 'accepted', actor: 'cli', session: null, onlyOf: null })).map(
      ({ id }) => id,
    )
    const { source } = oldRecord(900, 'key:other')
    await older.transact((tx) => tx.imports.addSource('p2', source))
    assert.deepEqual(await listed(older, ids[0] ?? ''), [])
    await older.close()
    await run('DROP TABLE reference_reading; DELETE FROM migrations WHERE number = 109')

    const read = async (store: Store) => {
      const job = readOldReferencesJob({
        store,
        run: await testRunner({ store, clock: ports.clock }),
        log: ports.log,
        referencesOf: storedReferences,
      })
      return job.run(new AbortController().signal)
    }
    const first = await open()
    const before = await first.private.citations.oldReading()
    assert.ok(before !== null && before.readUntil === 0 && before.lastRecord >= RECORDS + 1)
    assert.deepEqual(await read(first), { more: true })
    const between = (await first.private.citations.oldReading())?.readUntil ?? 0
    assert.ok(between > 0 && between < RECORDS)
    const { citations } = await first.public.citations.counts('p1')
    assert.ok(citations > 0 && citations < RECORDS)
    await first.close()

    // Another process goes on from there.
    const store = await open()
    while ((await read(store)).more);
    assert.deepEqual(await listed(store, ids[0] ?? ''), [
      `p1 | ${PLANS.title} | crossref`,
      '- | A work that only b cites among many | crossref',
    ])
    assert.deepEqual(await store.public.citations.counts('p1'), { references: 0, inLibrary: 0, citations: RECORDS })
    assert.deepEqual(await listed(store, 'p2'), [], 'what others than editors sent about it says nothing')
    const done = await store.private.citations.oldReading()
    assert.equal(done?.readUntil, done?.lastRecord)
    const revision = await store.private.revision()
    assert.deepEqual(await read(store), { more: false })
    assert.equal(await store.private.revision(), revision)

    // Reading all of it again adds nothing.
    const all = await Promise.all(ids.map((id) => listed(store, id)))
    await store.close()
    await run('UPDATE reference_reading SET read_until = 0')
    const again = await open()
    while ((await read(again)).more);
    assert.deepEqual(await Promise.all(ids.map((id) => listed(again, id))), all)
    assert.deepEqual(await again.public.citations.counts('p1'), { references: 0, inLibrary: 0, citations: RECORDS })
    await again.close()
  })
