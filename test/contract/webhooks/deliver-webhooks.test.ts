import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addGap } from '#actions/editorial/add-gap.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { changeEndpoint } from '#actions/webhooks/change-endpoint.ts'
import { recordAttempt } from '#actions/webhooks/record-attempt.ts'
import { releaseEndpoint } from '#actions/webhooks/release-endpoint.ts'
import { replayEvents } from '#actions/webhooks/replay-events.ts'
import type { RunAction } from '#actions/run-action.ts'
import { webhookEventTypes } from '#core/webhooks/webhook-event.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { publishSampleBrief } from '../../support/mail/mailing-corpus.ts'
import { openReceiver, status } from '../../support/webhooks/receiver.ts'
import { openWebhookDeliveries } from '../../support/webhooks/webhook-deliveries.ts'

const receiver = await openReceiver({ after })
const fresh = (): void => {
  receiver.received.length = 0
  receiver.answerWith(null)
}

for (const engine of engines) {
  test(`${engine.name}: all that happens after an endpoint was added is told once, in order, and nothing before`, async (t) => {
    fresh()
    const webhooks = await openWebhookDeliveries(t, receiver, engine)
    const { run, clock } = webhooks
    await webhooks.accept('p1', 'p2')
    await webhooks.add('/all', webhookEventTypes)
    await webhooks.add('/public')
    await webhooks.deliver()
    assert.deepEqual(receiver.told(), [], 'nothing has happened yet')

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
    const told = (path: string) => receiver.received.filter((one) => one.path === path)
    const open = [
      'paper.accepted p3',
      'paper.retracted p1',
      'paper.merged p2',
      'gap.changed g1',
      'brief.published 2026-w47',
    ]
    const names = (path: string): string[] =>
      told(path).map(({ body }) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { id: string } }
        return `${type} ${data.id}`
      })
    assert.deepEqual(names('/public'), open)
    const [accepted, ...rest] = open
    assert.deepEqual(names('/all'), ['submission.decided p3', accepted, 'submission.decided p4', ...rest])
    const decided = told('/all').filter(({ body }) => body.includes('submission.decided'))
    assert.deepEqual(
      decided.map(({ body }) => (JSON.parse(body) as { data: unknown }).data),
      [
        { id: 'p3', state: 'accepted' },
        { id: 'p4', state: 'rejected' },
      ],
    )
    assert.equal(
      told('/public').some(({ body }) => body.includes('p4') || body.includes('Not ours')),
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
    assert.deepEqual(receiver.told(), ['paper.accepted p1', 'paper.accepted p2'])
    const waits: number[] = []
    // Something else is taken now and then: the endpoint is there, and only this subject fails.
    for (let attempts = 1; (await webhooks.endpoint(id)).state === 'active'; attempts += 1) {
      const before = clock.now().getTime()
      const first = (await webhooks.deliveries(id)).find(({ state }) => state === 'waiting')
      clock.set(first?.dueAt ?? assert.fail())
      waits.push(Math.round((clock.now().getTime() - before) / 1_000))
      await webhooks.accept(`p${100 + attempts}`)
      await webhooks.deliver()
      assert.equal(receiver.told().filter((name) => name === 'paper.accepted p1').length, attempts + 1)
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
    assert.equal(receiver.told().includes('paper.retracted p1'), false)
    const { pausedBecause, lastError } = await webhooks.endpoint(id)
    assert.match(pausedBecause ?? '', /accepted nothing for 3 days.*answered 500/u)
    assert.equal(lastError, 'It answered 500.')

    fresh()
    await webhooks.deliver()
    assert.deepEqual(receiver.told(), [], 'nothing is sent while it is paused')
    await run(changeEndpoint, { id, change: 'resume', actor: 'test' })
    await webhooks.deliver()
    assert.deepEqual(receiver.told().slice(0, 2), ['paper.accepted p1', 'paper.retracted p1'])
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
    assert.deepEqual(receiver.told(), ['paper.accepted p1'])
    await webhooks.deliver()
    assert.equal(receiver.received.length, 1, 'its lease is not over')
    await webhooks.deliverLater(61)
    assert.deepEqual(receiver.told(), ['paper.accepted p1', 'paper.accepted p1', 'paper.accepted p2'])
    const [first, again] = receiver.received
    assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id'])

    await webhooks.accept('p3', 'p4', 'p5')
    await Promise.all([webhooks.deliver(), webhooks.deliver(), webhooks.deliver()])
    assert.deepEqual(receiver.told().slice(3), ['paper.accepted p3', 'paper.accepted p4', 'paper.accepted p5'])
    assert.equal(receiver.mostAtOnce(), 1)
    assert.equal((await webhooks.endpoint(id)).failures, 0)
  })

  test(`${engine.name}: a replay tells all since an instant once more, under the same ids`, async (t) => {
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
    assert.deepEqual(receiver.told().slice(2), ['paper.accepted p1', 'paper.retracted p1'])
    assert.deepEqual(
      receiver.received.slice(2).map(({ headers }) => headers['webhook-id']),
      before,
    )
    const again = JSON.parse(receiver.received[2]?.body ?? '') as { data: Record<string, unknown> }
    assert.equal(again.data.paper, undefined, 'what is public no more is told no more')
    assert.equal(again.data.reason, 'Wrong.')
  })
}
