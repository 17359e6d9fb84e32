import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Store } from '#ports/store/store.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { openSource } from '../../../src/maintenance/copy-side.ts'
import { writeDump } from '../../../src/dumps/write-dump.ts'
import { digestOf, followChanges, liveMirror, readDump } from '../../support/database/dumped.ts'
import { migratedDatabase, migratedFile } from '../../support/database/engines.ts'
import { randomStep, retract, type World } from '../../support/database/random-history.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'
import { freshSeed, seededRandom } from '../../support/generated/random.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'

const clock = fakeClock()
const ports = { clock, log: recordingLog([]) }

type Opened = { store: Store; openEndpoint: () => Promise<CopyEndpoint> }

const engines: Record<string, (t: TestContext) => Promise<Opened>> = {
  SQLite: async (t) => {
    const path = await migratedFile(t)
    return {
      store: await openSqliteStore(path, ports),
      openEndpoint: async () => openSource({ engine: 'sqlite', path }),
    }
  },
  PostgreSQL: async () => {
    const url = await migratedDatabase()
    const store = await openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true })
    return { store, openEndpoint: async () => openSource({ engine: 'postgres', url, replicaUrl: null }) }
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

for (const [name, open] of Object.entries(engines)) {
  test(`${name}: a dump and the changes since are the library, whatever happens meanwhile`, async (t) => {
    const opened = await open(t)
    const { store } = opened
    const run = await testRunner({ store, clock })
    const world: World = { store, run }
    const seed = freshSeed()
    const random = seededRandom(seed)
    let number = 0
    const happen = (steps: number) => async (): Promise<void> => {
      for (const end = number + steps; number < end; number += 1) await randomStep(world, random, number)
    }
    await happen(Number(process.env.HISTORY_STEPS ?? 40))()
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
  const opened = await engines.SQLite?.(t)
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
