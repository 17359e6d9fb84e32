import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresEndpoint } from '#store/postgres/copy-endpoint.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { rebuildIndex } from '#store/sql/search/rebuild-index.ts'
import { openSqliteTarget } from '#store/sqlite/copy-endpoint.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { postgres } from '../../support/database/engines.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { OLD_COUNTERS } from '../../support/database/old-counters.ts'
import { applyChanges, readPublicCorpus, type PublicCorpus } from '../../support/database/public-mirror.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'

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
      open: () => openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true }),
      run: async (statements) => {
        await cluster.run(statements, url.split('/').at(-1) ?? '')
      },
      connect: () => openPostgresEndpoint(url, { migrate: false, clock: ports.clock }),
      emptyIndex: 'TRUNCATE paper_search',
    }
  },
}

const filter: LibraryFilter = {
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
    // Chapters are there from the beginning: a change tells of one only when it is edited.
    const copy: PublicCorpus = new Map([...whole].filter(([name]) => name.startsWith('chapter ')))
    await applyChanges(again.public, copy, changes)
    assert.deepEqual(copy, whole)
    await addPapers(again, newPaper({ id: 'p5' }))
    assert.deepEqual(
      (await again.public.changes.after(5, 100)).map(({ seq, at: told }) => [seq, told >= at]),
      [[6, true]],
    )
  })
