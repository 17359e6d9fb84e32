import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Store } from '#ports/store/store.ts'
import { engines, migratedDatabase, migratedFile } from '../support/database/engines.ts'
import {
  applyChanges,
  readPublicCorpus,
  accept,
  by,
  merge,
  publish,
  putGap,
  randomStep,
  retitle,
  retract,
  digestOf,
  followChanges,
  liveMirror,
  readDump,
  type World,
} from '../support/database/history.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { budget } from '../support/budgets.ts'
import { testSeed, seededRandom } from '../support/generated/random.ts'
import { testRunner, fakeClock, recordingLog } from '../support/ports.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { openSource } from '#maintenance/copy-corpus.ts'
import { writeDump } from '#dumps/write-dump.ts'
import { temporaryFolder } from '../support/files.ts'

const eventsAfter = async (store: Store, seq: number): Promise<string[]> =>
  (await store.public.changes.after(seq, 500)).map(({ kind, id, event }) => `${kind} ${id} ${event}`)

for (const engine of engines) {
  const contract = (name: string, body: (store: Store, clock: ReturnType<typeof fakeClock>) => Promise<void>): void => {
    test(`${engine.name}: ${name}`, async (t) => {
      const clock = fakeClock()
      const store = await engine.open(t, { clock, log: recordingLog([]) })
      try {
        await body(store, clock)
      } finally {
        await store.close()
      }
    })
  }

  contract('every change of something public has a number, and nothing else has one', async (store) => {
    assert.deepEqual([await store.public.changes.last(), await eventsAfter(store, 0)], [0, []])
    await addPapers(
      store,
      newPaper({ id: 'p1', concepts: ['planning'] }),
      newPaper({ id: 'p2', concepts: ['planning', 'memory'] }),
    )
    await addPapers(store, newPaper({ id: 'p3', concepts: ['memory', 'tools'] }, 'pending'))
    assert.deepEqual((await eventsAfter(store, 0)).toSorted(), [
      'concept memory added',
      'concept planning added',
      'paper p1 added',
      'paper p2 added',
    ])
    const expected: [() => Promise<unknown>, string[]][] = [
      [() => putGap(store, 'g1', ['p1', 'p3']), ['gap g1 added']],
      [() => retitle(store, 'p3', 'Pending', ['tools']), []],
      [() => accept(store, 'p3'), ['gap g1 revised', 'concept tools added', 'paper p3 added']],
      [() => retitle(store, 'p3', 'Public', ['tools']), ['paper p3 revised']],
      [() => retitle(store, 'p3', 'Public', ['memory']), ['concept tools retracted', 'paper p3 revised']],
      [() => retract(store, 'p3'), ['gap g1 revised', 'paper p3 retracted']],
      [() => publish(store, 47, ['p1']), ['brief 2026-w47 added']],
      [() => store.transact((tx) => tx.concepts.define('planning', 'd')), ['concept planning revised']],
      [() => store.transact((tx) => tx.concepts.define('nothing has it', 'd')), []],
      [() => merge(store, 'p1', 'p2'), ['paper p1 merged', 'gap g1 revised']],
      [
        () => store.transact((tx) => tx.concepts.merge('memory', 'planning', by)),
        ['paper p2 revised', 'concept memory merged', 'concept planning revised'],
      ],
    ]
    for (const [act, events] of expected) {
      const before = await store.public.changes.last()
      await act()
      assert.deepEqual((await eventsAfter(store, before)).toSorted(), events.toSorted(), String(act))
    }
    const numbers = (await store.public.changes.after(0, 500)).map(({ seq }) => seq)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })

  contract('times rise with the numbers, also when the clock is set back', async (store, clock) => {
    await addPapers(store, newPaper({ id: 'p1' }))
    clock.advance(-3_600_000)
    await addPapers(store, newPaper({ id: 'p2' }))
    clock.advance(7_200_000)
    await addPapers(store, newPaper({ id: 'p3' }))
    const times = (await store.public.changes.after(0, 10)).map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
    assert.equal(times[0], times[1])
    assert.equal(times[2], clock.now().toISOString())
  })

  contract('a transaction that is undone has no number', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }))
    await assert.rejects(
      store.transact(async (tx) => {
        await tx.papers.add([newPaper({ id: 'p2' })])
        throw new Error('undone')
      }),
    )
    await addPapers(store, newPaper({ id: 'p3' }))
    assert.deepEqual(await eventsAfter(store, 0), ['paper p1 added', 'paper p3 added'])
  })

  contract('a copy that follows the changes is the corpus, after any history', async (store, clock) => {
    const run = await testRunner({ store, clock })
    const seed = testSeed()
    const random = seededRandom(seed)
    // Chapters are there from the beginning.
    const copy = await readPublicCorpus(store.public)
    let known = 0
    // Some histories begin with steps that change nothing.
    for (let number = 1; number <= budget('stepsFollowed') || (known <= 15 && number < 1_000); number += 1) {
      await randomStep({ store, run }, random, number)
      if (!random.onceIn(4)) continue
      const changes = await store.public.changes.after(known, 500)
      await applyChanges(store.public, copy, changes)
      known = changes.at(-1)?.seq ?? known
      const live = await readPublicCorpus(store.public)
      assert.deepEqual(copy, live, `after step ${number} of TEST_SEED=${seed}`)
    }
    assert.ok(known > 15, `only ${known} changes of TEST_SEED=${seed}`)
  })
}

const clock = fakeClock()
const ports = { clock, log: recordingLog([]) }

type Opened = { store: Store; openEndpoint: () => Promise<CopyEndpoint> }

const databases: Record<string, (t: TestContext) => Promise<Opened>> = {
  SQLite: async (t) => {
    const path = await migratedFile(t)
    return {
      store: await openSqliteStore(path, ports),
      openEndpoint: async () => openSource({ engine: 'sqlite', path }),
    }
  },
  PostgreSQL: async () => {
    const url = await migratedDatabase()
    const store = await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
    return {
      store,
      openEndpoint: async () => openSource({ engine: 'postgres', url, directUrl: null, replicaUrls: [] }),
    }
  },
}

/** Lets something happen after the walk and before what changed on it is read once more. */
const disturbed = async (opened: Opened, happen: () => Promise<void>): Promise<CopyEndpoint> => {
  const endpoint = await opened.openEndpoint()
  return {
    ...endpoint,
    beginSnapshot: async () => {
      await happen()
      await endpoint.beginSnapshot()
      // The dump is of the moment before.
      await happen()
    },
  }
}

for (const [name, open] of Object.entries(databases)) {
  test(`${name}: a dump and the changes since are the library, through all that happens meanwhile`, async (t) => {
    const opened = await open(t)
    const { store } = opened
    const run = await testRunner({ store, clock })
    const world: World = { store, run }
    const seed = testSeed()
    const random = seededRandom(seed)
    let number = 0
    const happen = (steps: number) => async (): Promise<void> => {
      for (const end = number + steps; number < end; number += 1) await randomStep(world, random, number)
    }
    await happen(budget('stepsBeforeDump'))()
    for (const busy of [0, 10]) {
      const folder = await temporaryFolder(t)
      const { dump, textIds } = await writeDump(() => disturbed(opened, happen(busy)), {
        folder,
        now: clock.now(),
        license: null,
      })
      const copy = await readDump(folder, dump)
      const about = `after ${number} steps of TEST_SEED=${seed}`
      if (busy === 0) assert.deepEqual(copy, await liveMirror(store.public), about)
      assert.deepEqual(
        textIds.toSorted(),
        [...copy.keys()]
          .filter((key) => key.startsWith('text '))
          .map((key) => key.slice(5))
          .toSorted(),
      )
      await happen(10)()
      await followChanges(store.public, copy, dump.seq)
      const live = await liveMirror(store.public)
      assert.deepEqual(copy, live, about)
      assert.equal(digestOf(copy), digestOf(live))
    }
    await store.close()
  })
}

test('what was retracted during the walk is not in the dump, and what is unpublished never was', async (t) => {
  const opened = await databases.SQLite?.(t)
  assert.ok(opened)
  const { store } = opened
  await addPapers(
    store,
    ...['p1', 'p2'].map((id) => newPaper({ id, title: `Secret ${id}`, fullText: `Words of ${id}`, license: 'CC0' })),
    newPaper({ id: 'p3', title: 'Secret p3', fullText: 'Words of p3', license: 'CC0' }, 'pending'),
  )
  const folder = await temporaryFolder(t)
  let times = 0
  const happen = async (): Promise<void> => {
    times += 1
    if (times === 1) await retract(store, 'p1')
  }
  const { dump } = await writeDump(() => disturbed(opened, happen), { folder, now: clock.now(), license: 'CC0' })
  assert.deepEqual(
    dump.files.map(({ content, counts, licenses }) => ({ content, counts, licenses })),
    [
      { content: 'records', counts: { chapter: 7, paper: 1 }, licenses: ['CC0'] },
      { content: 'texts', counts: { text: 1 }, licenses: ['CC0-1.0'] },
    ],
  )
  const lines = [...(await readDump(folder, dump)).values()].join('\n')
  assert.match(lines, /Secret p2[^]*Words of p2/u)
  assert.doesNotMatch(lines, /Secret p[13]|Words of p[13]/u)
  for (const { name, bytes, sha256 } of dump.files) {
    const content = await readFile(join(folder, name))
    assert.equal(content.length, bytes)
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
  }
  assert.ok((await readdir(folder)).length >= dump.files.length)
  await store.close()
})

for (const engine of engines)
  test(`${engine.name}: a sitemap has public papers in parts of ten thousand, each with its last change`, async (t) => {
    const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
    t.after(() => store.close())
    const { sitemap } = store.public
    assert.deepEqual([await sitemap.parts(), await sitemap.papers(0)], [[], []])
    await addPapers(store, newPaper({ id: 'p1' }), newPaper({ id: 'p4' }, 'pending'))
    await addPapers(store, newPaper({ id: 'p2' }), newPaper({ id: 'p3' }))
    assert.deepEqual(
      (await sitemap.papers(0)).map(({ id }) => id),
      ['p1', 'p2', 'p3'],
    )
    assert.deepEqual(await sitemap.papers(1), [])
    const at = '2031-01-02T03:04:05.000Z'
    await store.transact((tx) => tx.papers.revise('p2', { actor: 'a', at }, ({ paper }) => ({ ...paper, year: 1999 })))
    await store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'a', at }))
    assert.deepEqual(await sitemap.parts(), [{ part: 0, changedAt: at }])
    assert.deepEqual((await sitemap.papers(0)).at(-1), { id: 'p2', changedAt: at })
    const [first, second, ...rest] = await sitemap.authors(0, null, 2)
    assert.ok(first !== undefined && second !== undefined && rest.length === 0)
    assert.ok(first.seq < second.seq && first.authors.length > 0)
    assert.deepEqual(await sitemap.authors(0, first.seq, 1), [second])
    assert.deepEqual([await sitemap.authors(0, second.seq, 9), await sitemap.authors(1, null, 9)], [[], []])
  })
