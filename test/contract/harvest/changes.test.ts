import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '#ports/store/store.ts'
import { engines } from '../../support/database/engines.ts'
import { applyChanges, readPublicCorpus } from '../../support/database/public-mirror.ts'
import {
  accept,
  by,
  merge,
  publish,
  putGap,
  randomStep,
  retitle,
  retract,
} from '../../support/database/random-history.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { freshSeed, seededRandom } from '../../support/generated/random.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'

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
    const seed = freshSeed()
    const random = seededRandom(seed)
    // Chapters are there from the beginning.
    const copy = await readPublicCorpus(store.public)
    let known = 0
    // Some histories begin with steps that change nothing.
    for (let number = 1; number <= 80 || (known <= 15 && number < 1_000); number += 1) {
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
