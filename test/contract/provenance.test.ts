import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { revertPaper } from '#actions/papers.ts'
import { separateRecord } from '#actions/joins.ts'
import type { Provenance } from '#core/assessment/provenance.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { contractFor, engines, migratedFile } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import { fakeClock, recordingLog, testRunner } from '../support/ports.ts'
import { addJoin } from '../support/service/review.ts'

const LATER = '2026-11-20T11:00:00.000Z'
const assessed = { chapter: 3, type: 'system', longHorizon: 500_000 } as const
const first = { actor: 'key:k1', at: AT }
const ada = { actor: 'editor:ada', at: LATER }
const given = (by: { actor: string; at: string }) => ({ from: 'given', by, confirmed: null }) as const
const asSubmitted = { chapter: given(first), type: given(first), longHorizon: given(first) }

const submitted = (fields: Partial<PaperWithText>, state: NewPaper['state'] = 'accepted'): NewPaper => ({
  ...newPaper(fields, state),
  actor: first.actor,
})

const change = (store: Store, fields: Partial<PaperWithText>) =>
  store.transact((tx) => tx.papers.revise('p1', ada, ({ paper }) => ({ ...paper, ...fields })))

const provenanceOf = (store: Store, version: number | null = null, id = 'p1'): Promise<Provenance> =>
  store.private.assessments.findProvenance(id, version)

test('nothing is said of a version that an older Longview stored', async (t) => {
  const path = await migratedFile(t)
  const open = () => openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  const older = await open()
  await addPapers(older, submitted(assessed))
  await change(older, { chapter: 4 })
  await older.close()
  const database = new Database(path)
  database.exec('DELETE FROM paper_provenance')
  database.close()
  const store = await open()
  t.after(() => store.close())
  assert.deepEqual(await provenanceOf(store), {})
  assert.deepEqual(await store.public.papers.provenance(['p1']), new Map([['p1', {}]]))
  await change(store, { longHorizon: 600_000 })
  assert.deepEqual(await provenanceOf(store), { longHorizon: given(ada) })
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('what comes with a new paper was given by whoever stored it', async (store) => {
    await addPapers(store, submitted(assessed), submitted({ id: 'p2', title: 'Another' }))
    assert.deepEqual(await provenanceOf(store), asSubmitted)
    assert.deepEqual(await provenanceOf(store, 1), asSubmitted)
    assert.deepEqual(await provenanceOf(store, 2), {})
    assert.deepEqual([await provenanceOf(store, null, 'p2'), await provenanceOf(store, null, 'p9')], [{}, {}])
  })

  contract('a change says who gave what differs, and each version keeps its own', async (store) => {
    await addPapers(store, submitted(assessed))
    await change(store, { longHorizon: 600_000, enterprise: 100_000, type: null })
    await change(store, { title: 'Other words' })
    const changed = { chapter: given(first), longHorizon: given(ada), enterprise: given(ada) }
    assert.deepEqual(
      [
        await provenanceOf(store),
        await provenanceOf(store, 3),
        await provenanceOf(store, 2),
        await provenanceOf(store, 1),
      ],
      [changed, changed, changed, asSubmitted],
    )
    await store.transact((tx) => tx.assessments.putProvenance('p1', { chapter: given(ada) }))
    assert.deepEqual([await provenanceOf(store), await provenanceOf(store, 2)], [{ chapter: given(ada) }, changed])
    await change(store, { longHorizon: 700_000 })
    assert.deepEqual(await provenanceOf(store), { chapter: given(ada), longHorizon: given(ada) })
  })

  contract('a concept that is renamed makes new versions with the same provenance', async (store) => {
    await addPapers(store, submitted({ ...assessed, concepts: ['memory'] }))
    const [concept] = (await store.public.concepts.list())?.concepts ?? []
    await store.transact((tx) => tx.concepts.revise(concept?.id ?? '', { name: 'recall', definition: null }, ada))
    assert.equal((await store.private.versions.list('p1')).length, 2)
    assert.deepEqual(await provenanceOf(store), asSubmitted)
  })

  contract('a value that is restored was given by whoever gave it first', async (store) => {
    const run = await testRunner({ store, clock: fakeClock() })
    await addPapers(store, submitted(assessed))
    await change(store, { chapter: 4, enterprise: 100_000 })
    await run(revertPaper, { id: 'p1', restored: 1, version: null, actor: 'editor:ben' })
    assert.deepEqual(await provenanceOf(store), asSubmitted)
    await run(revertPaper, { id: 'p1', restored: 2, version: null, actor: 'editor:ben' })
    assert.deepEqual(await provenanceOf(store), { ...asSubmitted, chapter: given(ada), enterprise: given(ada) })
  })

  contract('the public reads kinds, of public papers only', async (store) => {
    await addPapers(
      store,
      submitted(assessed),
      submitted({ id: 'p2', title: 'Another', chapter: 1 }, 'pending'),
      submitted({ id: 'p3', title: 'A third' }),
    )
    const byKey = { from: 'given', by: 'key', confirmedBy: null }
    const ids = ['p1', 'p2', 'p3', 'p9']
    const before = await store.public.papers.provenance(ids)
    assert.deepEqual(Object.fromEntries(before), {
      p1: { chapter: byKey, type: byKey, longHorizon: byKey },
      p3: {},
    })
    await change(store, { chapter: 4 })
    const after = await store.public.papers.provenance(ids)
    assert.deepEqual(after.get('p1'), {
      chapter: { from: 'given', by: 'editor', confirmedBy: null },
      type: byKey,
      longHorizon: byKey,
    })
    assert.deepEqual(await store.public.papers.provenance([]), new Map())
  })

  contract('a record that is separated did not get its values from the editor who separates it', async (store) => {
    const clock = fakeClock()
    const run = await testRunner({ store, clock })
    await addPapers(store, submitted(assessed))
    const id = await addJoin({ store, clock }, 'p1', { title: 'A work of its own', chapter: 5 })
    const other = await run(separateRecord, { id, actor: 'editor:ada' })
    assert.equal((await store.private.papers.findByIds([other])).get(other)?.chapter, 5)
    assert.deepEqual(await provenanceOf(store, null, other), {})
    assert.deepEqual(await provenanceOf(store), asSubmitted)
  })
}
