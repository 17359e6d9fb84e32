import assert from 'node:assert/strict'
import { addGap } from '#actions/editorial/add-gap.ts'
import { setHub } from '#actions/webhooks/set-hub.ts'
import { takeWebhookDelivery } from '#actions/webhooks/take-delivery.ts'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../../support/database/stored.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'

const open = async (store: Store) => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await run(setHub, { url: 'https://hub.example.org/' })
  const [hub] = await store.private.webhooks.list()
  assert.ok(hub)
  /** The feeds, without their forms, that the hub is to be told of since this was asked last. */
  const planned = async (): Promise<string[]> => {
    while ((await store.private.webhooks.withWork(clock.now().toISOString())).length > 0)
      await run(takeWebhookDelivery, { id: hub.id, sender: 'test' })
    const waiting = await store.private.webhooks.deliveries(hub.id, 10_000)
    await store.transact((tx) => tx.webhooks.dropWaiting(hub.id, null))
    const feeds = waiting.map(({ subject }) => subject.replace(/\.(?:atom|rss|json)(?=\?|$)/u, ''))
    assert.equal(feeds.length, 3 * new Set(feeds).size, 'each in three forms, once')
    return [...new Set(feeds)].toSorted()
  }
  return { run, planned }
}

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a hub is told of each list that a paper is in, under the names that they go by now', async (store) => {
    const { planned, run } = await open(store)
    await addPapers(
      store,
      newPaper({ id: 'p1', chapter: 2, concepts: ['Planning'], institution: 'École Example' }),
      newPaper({ id: 'p2', chapter: 2, concepts: ['Planning', 'Memory'], institution: 'Ecole example' }),
      newPaper({ id: 'p3', chapter: 5, concepts: ['Secret'] }, 'pending'),
    )
    const first = ['/chapters/2', '/concepts/memory', '/concepts/planning', '/papers']
    assert.deepEqual(await planned(), [...first, '/papers?institution=%C3%89cole+Example'])
    assert.equal(await store.public.feeds.isPresentName({ institution: 'École Example' }), true)
    assert.equal(await store.public.feeds.isPresentName({ institution: 'Ecole example' }), false)
    assert.deepEqual(await planned(), [])

    await store.transact((tx) =>
      tx.papers.revise('p1', { actor: 'test', at: AT }, ({ paper }) => ({ ...paper, chapter: 3 })),
    )
    assert.deepEqual(await planned(), [
      '/chapters/3',
      '/concepts/planning',
      '/papers',
      '/papers?institution=%C3%89cole+Example',
    ])
    await store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'test', at: AT }))
    assert.deepEqual(await planned(), ['/papers'], 'nothing tells which lists it was in')
    await run(mergeConcepts, { id: 'memory', into: 'planning', version: null, actor: 'test' })
    assert.deepEqual(await planned(), [
      '/chapters/2',
      '/concepts/planning',
      '/papers',
      '/papers?institution=%C3%89cole+Example',
    ])
    assert.equal(await store.public.feeds.isPresentName({ concept: 'planning' }), true)
    assert.equal(await store.public.feeds.isPresentName({ concept: 'memory' }), false)
    const gap = { title: 'Who repairs agents?', severity: 'high' as const, explanation: 'Nobody.', paperIds: [] }
    await run(addGap, { gap, actor: 'test' })
    assert.ok((await planned()).includes('/gaps?severity=high'))
  })

  promise('after an import no transaction plans for more than a few papers, and all feeds are told', async (store) => {
    const { planned } = await open(store)
    const papers = Array.from({ length: 45 }, (_, index) =>
      newPaper({ id: `p${index}`, title: `Paper ${index}`, chapter: 1, concepts: [`concept ${index}`] }),
    )
    await addPapers(store, ...papers)
    assert.equal((await planned()).length, 2 + papers.length)
  })
}
