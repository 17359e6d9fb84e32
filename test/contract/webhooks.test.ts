import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addGap } from '#actions/editorial/gaps.ts'
import { decidePaper } from '#actions/decisions.ts'
import { mergePaper } from '#actions/papers.ts'
import { changeEndpoint, replayEvents, setHub } from '#actions/webhooks.ts'
import { recordAttempt, releaseEndpoint, takeWebhookDelivery } from '#actions/webhook-deliveries.ts'
import type { RunAction } from '#actions/run-action.ts'
import { webhookEventTypes } from '#core/webhooks.ts'
import { engines, contractFor } from '../support/database/engines.ts'
import { addPapers, newPaper, AT } from '../support/database/stored.ts'
import { publishSampleBrief } from '../support/mail/mailings.ts'
import { openReceiver, status, openWebhookDeliveries } from '../support/webhooks.ts'
import { mergeConcepts } from '#actions/editorial/concepts.ts'
import type { Store } from '#ports/store/store.ts'
import { testRunner, fakeClock } from '../support/ports.ts'

const receiver = await openReceiver({ after })
const fresh = (): void => {
  receiver.received.length = 0
  receiver.answerWith(null)
}

for (const engine of engines) {
  test(`${engine.name}: all that happens after an endpoint was added is sent once, in order, and nothing before`, async (t) => {
    fresh()
    const webhooks = await openWebhookDeliveries(t, receiver, engine)
    const { run, clock } = webhooks
    await webhooks.accept('p1', 'p2')
    await webhooks.add('/all', webhookEventTypes)
    await webhooks.add('/public')
    await webhooks.deliver()
    assert.deepEqual(receiver.events(), [], 'nothing has happened yet')

    await addPapers(webhooks.store, newPaper({ id: 'p3' }, 'pending'), newPaper({ id: 'p4' }, 'pending'))
    const decision = { note: null, actor: 'editor:test', version: 1 } as const
    await run(decidePaper, { ...decision, id: 'p3', event: 'accept' })
    clock.advance(1)
    await run(decidePaper, { ...decision, id: 'p4', event: 'reject', note: 'Not ours.' })
    clock.advance(1)
    await run(decidePaper, { ...decision, id: 'p1', event: 'retract', note: 'It was wrong.' })
    await run(mergePaper, { id: 'p2', into: 'p3', note: 'The same work.', actor: 'test' })
    clock.advance(1)
    const gap = { title: 'Who repairs agents?', severity: 'high' as const, explanation: 'Nobody says.', paperIds: [] }
    await run(addGap, { gap, actor: 'test' })
    await publishSampleBrief(run)
    await webhooks.deliver()
    await webhooks.deliver()
    const sentTo = (path: string) => receiver.received.filter((one) => one.path === path)
    const open = [
      'paper.accepted p3',
      'paper.retracted p1',
      'paper.merged p2',
      'gap.changed g1',
      'brief.published 2026-w47',
    ]
    const names = (path: string): string[] =>
      sentTo(path).map(({ body }) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { id: string } }
        return `${type} ${data.id}`
      })
    assert.deepEqual(names('/public'), open)
    const [accepted, ...rest] = open
    assert.deepEqual(names('/all'), ['submission.decided p3', accepted, 'submission.decided p4', ...rest])
    const decided = sentTo('/all').filter(({ body }) => body.includes('submission.decided'))
    assert.deepEqual(
      decided.map(({ body }) => (JSON.parse(body) as { data: unknown }).data),
      [
        { id: 'p3', state: 'accepted' },
        { id: 'p4', state: 'rejected' },
      ],
    )
    assert.equal(
      sentTo('/public').some(({ body }) => body.includes('p4') || body.includes('Not ours')),
      false,
    )
  })

  test(`${engine.name}: a subject that fails waits in its order and holds up no other, until three days are over`, async (t) => {
    fresh()
    const webhooks = await openWebhookDeliveries(t, receiver, engine)
    const { run, clock } = webhooks
    const { id } = await webhooks.add()
    await webhooks.accept('p1', 'p2')
    const retraction = { note: 'Wrong.', actor: 'editor:test', version: 1, event: 'retract' } as const
    await run(decidePaper, { ...retraction, id: 'p1' })
    receiver.answerWith(({ body }) => status(body.includes('"id":"p1"') ? 500 : 204)())
    await webhooks.deliver()
    assert.deepEqual(receiver.events(), ['paper.accepted p1', 'paper.accepted p2'])
    const waits: number[] = []
    // Something else is taken now and then: the endpoint is there, and only this subject fails.
    for (let attempts = 1; (await webhooks.endpoint(id)).state === 'active'; attempts += 1) {
      const before = clock.now().getTime()
      const first = (await webhooks.deliveries(id)).find(({ state }) => state === 'waiting')
      clock.set(first?.dueAt ?? assert.fail())
      waits.push(Math.round((clock.now().getTime() - before) / 1_000))
      await webhooks.accept(`p${100 + attempts}`)
      await webhooks.deliver()
      assert.equal(receiver.events().filter((name) => name === 'paper.accepted p1').length, attempts + 1)
      assert.ok(attempts < 20, 'attempts are bounded')
    }
    assert.ok(waits.length >= 9 && waits.length <= 12, `${waits.length} attempts`)
    assert.equal(
      waits.reduce((sum, wait) => sum + wait, 0),
      3 * 86_400,
    )
    assert.ok(
      waits.every((wait, index) => index === 0 || index > 7 || wait > (waits[index - 1] ?? 0)),
      `waits grow: ${waits.join()}`,
    )
    assert.equal(receiver.events().includes('paper.retracted p1'), false)
    const { pausedBecause, lastError } = await webhooks.endpoint(id)
    assert.match(pausedBecause ?? '', /accepted nothing for 3 days.*answered 500/u)
    assert.equal(lastError, 'It answered 500.')

    fresh()
    await webhooks.deliver()
    assert.deepEqual(receiver.events(), [], 'nothing is sent while it is paused')
    await run(changeEndpoint, { id, change: 'resume', actor: 'test' })
    await webhooks.deliver()
    assert.deepEqual(receiver.events().slice(0, 2), ['paper.accepted p1', 'paper.retracted p1'])
    assert.equal(await webhooks.store.private.webhooks.countWaiting(id), 0)
  })

  test(`${engine.name}: one process sends; what a killed one has not recorded is sent again under the same id`, async (t) => {
    fresh()
    const webhooks = await openWebhookDeliveries(t, receiver, engine)
    const { id } = await webhooks.add()
    await webhooks.accept('p1', 'p2')
    /** Dies once the first delivery was answered, before it is recorded. */
    const killed: RunAction = async (action, input) => {
      if (action === (recordAttempt as unknown) || action === (releaseEndpoint as unknown)) throw new Error('killed')
      return webhooks.run(action, input)
    }
    await assert.rejects(webhooks.deliver({ run: killed }), /killed/u)
    assert.deepEqual(receiver.events(), ['paper.accepted p1'])
    await webhooks.deliver()
    assert.equal(receiver.received.length, 1, 'its lease is not over')
    await webhooks.deliverLater(61)
    assert.deepEqual(receiver.events(), ['paper.accepted p1', 'paper.accepted p1', 'paper.accepted p2'])
    const [first, again] = receiver.received
    assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id'])

    await webhooks.accept('p3', 'p4', 'p5')
    await Promise.all([webhooks.deliver(), webhooks.deliver(), webhooks.deliver()])
    assert.deepEqual(receiver.events().slice(3), ['paper.accepted p3', 'paper.accepted p4', 'paper.accepted p5'])
    assert.equal(receiver.mostAtOnce(), 1)
    assert.equal((await webhooks.endpoint(id)).failures, 0)
  })

  test(`${engine.name}: a replay sends all since an instant once more, under the same ids`, async (t) => {
    fresh()
    const webhooks = await openWebhookDeliveries(t, receiver, engine)
    const { run, clock } = webhooks
    const { id } = await webhooks.add()
    await webhooks.accept('p1')
    clock.advance(3_600)
    const since = clock.now()
    const edit = { note: 'Wrong.', actor: 'editor:test', version: 1, event: 'retract' } as const
    await run(decidePaper, { ...edit, id: 'p1' })
    await webhooks.deliver()
    const before = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(await run(replayEvents, { id, since, actor: 'test' }), { events: 1 })
    assert.deepEqual(await run(replayEvents, { id, since: new Date(0), actor: 'test' }), { events: 2 })
    await webhooks.deliver()
    assert.deepEqual(receiver.events().slice(2), ['paper.accepted p1', 'paper.retracted p1'])
    assert.deepEqual(
      receiver.received.slice(2).map(({ headers }) => headers['webhook-id']),
      before,
    )
    const again = JSON.parse(receiver.received[2]?.body ?? '') as { data: Record<string, unknown> }
    assert.equal(again.data.paper, undefined, 'what is no longer public is no longer sent')
    assert.equal(again.data.reason, 'Wrong.')
  })
}

const open = async (store: Store) => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await run(setHub, { url: 'https://hub.example.org/' })
  const [hub] = await store.private.webhooks.list()
  assert.ok(hub)
  /** The feeds, without their extensions, that the hub is to be notified of since the last call. */
  const planned = async (): Promise<string[]> => {
    while ((await store.private.webhooks.listIdsWithWork(clock.now().toISOString())).length > 0)
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

  promise('a hub is notified of each list that a paper is in, under its current name', async (store) => {
    const { planned, run } = await open(store)
    await addPapers(
      store,
      newPaper({ id: 'p1', chapter: 2, concepts: ['Planning'], institution: 'École Example' }),
      newPaper({ id: 'p2', chapter: 2, concepts: ['Planning', 'Memory'], institution: 'Ecole example' }),
      newPaper({ id: 'p3', chapter: 5, concepts: ['Secret'] }, 'pending'),
    )
    const first = ['/chapters/2', '/concepts/memory', '/concepts/planning', '/papers']
    assert.deepEqual(await planned(), [...first, '/papers?institution=%C3%89cole+Example'])
    assert.equal(await store.public.feeds.isPresentName('institution', 'École Example'), true)
    assert.equal(await store.public.feeds.isPresentName('institution', 'Ecole example'), false)
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
    assert.deepEqual(await planned(), ['/papers'], 'nothing says which lists it was in')
    await run(mergeConcepts, { id: 'memory', into: 'planning', version: null, actor: 'test' })
    assert.deepEqual(await planned(), [
      '/chapters/2',
      '/concepts/planning',
      '/papers',
      '/papers?institution=%C3%89cole+Example',
    ])
    assert.equal(await store.public.feeds.isPresentName('concept', 'planning'), true)
    assert.equal(await store.public.feeds.isPresentName('concept', 'memory'), false)
    const gap = { title: 'Who repairs agents?', severity: 'high' as const, explanation: 'Nobody.', paperIds: [] }
    await run(addGap, { gap, actor: 'test' })
    assert.ok((await planned()).includes('/gaps?severity=high'))
  })

  promise(
    'after an import no transaction plans for more than a few papers, and all feeds are announced',
    async (store) => {
      const { planned } = await open(store)
      const papers = Array.from({ length: 45 }, (_, index) =>
        newPaper({ id: `p${index}`, title: `Paper ${index}`, chapter: 1, concepts: [`concept ${index}`] }),
      )
      await addPapers(store, ...papers)
      assert.equal((await planned()).length, 2 + papers.length)
    },
  )
}
