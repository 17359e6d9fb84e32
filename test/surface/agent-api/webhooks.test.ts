import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { addGap } from '#actions/editorial/gaps.ts'
import { addEditor } from '#actions/editors.ts'
import { announceFile, attachFile, permitFiles } from '#actions/paper-files.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import { changeEndpoint, rotateWebhookSecret, sendTestEvent } from '#actions/webhooks.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { publishSampleBrief } from '../../support/mail/mailings.ts'
import { openReceiver, status, type Received, type Receiver, openWebhookDeliveries } from '../../support/webhooks.ts'

const receiver = await openReceiver({ after })
const other = await openReceiver({ after })
const fresh = (...receivers: Receiver[]): void => {
  for (const one of receivers) {
    one.received.length = 0
    one.answerWith(null)
  }
}

/** What the independent implementation makes of a message; it throws for a wrong signature. */
const verified = (secret: string, { headers, body }: Received): { type: string; data: Record<string, unknown> } =>
  new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> }

/** Lets the other implementation, which asks the machine for the time, see the clock of the test. */
const showClock = (t: TestContext, clock: { now(): Date }): void =>
  void t.mock.method(Date, 'now', () => clock.now().getTime())

test('an event is signed by the Standard Webhooks specification and says what the public API says', async (t) => {
  fresh(receiver)
  const service = await startTestService(t)
  const webhooks = await openWebhookDeliveries(t, receiver, service)
  showClock(t, service.clock)
  const { secret } = await webhooks.add()
  assert.match(secret, /^whsec_[A-Za-z\d+/]{43,}=*$/u)
  await service.accept(wholePaper())
  const gap = { title: 'Who repairs agents?', severity: 'high' as const, explanation: 'Nobody.', paperIds: ['p1'] }
  await service.run(addGap, { gap, actor: 'test' })
  await publishSampleBrief(service.run)
  await webhooks.deliver()
  const [paper, gapEvent, brief] = receiver.received.map((one) => verified(secret, one))
  const api = async (path: string) => (await (await service.get(path)).json()) as Record<string, unknown>
  assert.deepEqual(paper?.data, { id: 'p1', seq: paper?.data.seq, paper: await api('/api/v1/papers/p1') })
  const { gaps } = (await api('/api/v1/gaps')) as { gaps: object[] }
  const sentGap = { ...gaps[0], papers: ['p1'] }
  assert.deepEqual(gapEvent?.data, { id: 'g1', seq: gapEvent?.data.seq, event: 'added', gap: sentGap })
  assert.deepEqual(brief?.data.brief, await api('/api/v1/briefs/latest'))
  const { changes } = (await api('/api/v1/changes')) as { changes: { seq: number; kind: string; at: string }[] }
  assert.deepEqual(
    [paper, gapEvent, brief].map((event) => event?.data.seq),
    changes.filter(({ kind }) => kind !== 'concept').map(({ seq }) => seq),
  )
  const sent = receiver.received[0] ?? assert.fail()
  assert.equal((JSON.parse(sent.body) as { timestamp: string }).timestamp, changes[0]?.at)
  assert.throws(() => verified(secret, { ...sent, body: sent.body.replace('days', 'weeks') }), /No matching signature/u)

  await decide(service, 'p1', 'retract', 'It was wrong.')
  await webhooks.deliver()
  const later = receiver.received.slice(3).map((one) => verified(secret, one))
  const retracted = later.find(({ type }) => type === 'paper.retracted') ?? assert.fail()
  assert.deepEqual(Object.keys(retracted.data), ['id', 'seq', 'retractedAt', 'reason'])
})

test('of a paper whose PDF the library may pass on, an event names the address of that', async (t) => {
  fresh(receiver)
  const service = await startTestService(t, { publicUrl: () => 'https://papers.example.org' })
  const webhooks = await openWebhookDeliveries(t, receiver, service)
  showClock(t, service.clock)
  await service.accept(wholePaper())
  const { secret } = await webhooks.add()
  const file = { sha256: 'a'.repeat(64), bytes: 100, actor: 'test' }
  await service.run(announceFile, { ...file, quota: 1_000 })
  await service.run(attachFile, { ...file, paperId: 'p1', name: 'p1.pdf' })
  await service.run(permitFiles, { paperId: 'p1', permission: 'allowed', actor: 'test' })
  await webhooks.deliver()
  const event = verified(secret, receiver.received.at(-1) ?? assert.fail())
  const shown = (await (await service.get('/api/v1/papers/p1')).json()) as { storageUrl: string }
  assert.equal(shown.storageUrl, `https://papers.example.org/files/${file.sha256}.pdf`)
  assert.deepEqual(event.data.paper, shown)
})

test('after a rotation both secrets sign for a day, then only the new one', async (t) => {
  fresh(receiver)
  const webhooks = await openWebhookDeliveries(t, receiver)
  const { run, clock, box } = webhooks
  showClock(t, clock)
  const { id, secret: first } = await webhooks.add()
  const { secret: second } = await run(rotateWebhookSecret, { id, actor: 'test', secretBox: box })
  await run(sendTestEvent, { id, actor: 'test' })
  await webhooks.deliver()
  const overlapping = receiver.received[0] ?? assert.fail()
  assert.equal(verified(first, overlapping).type, 'webhook.test')
  assert.equal(verified(second, overlapping).type, 'webhook.test')
  clock.advance(86_400)
  await run(sendTestEvent, { id, actor: 'test' })
  await webhooks.deliver()
  const after = receiver.received[1] ?? assert.fail()
  assert.equal(verified(second, after).type, 'webhook.test')
  assert.throws(() => verified(first, after), /No matching signature/u)
  const stored = await webhooks.store.private.webhooks.secrets(id)
  assert.equal(JSON.stringify(stored).includes(second), false)
})

test('an endpoint that hangs, redirects, breaks off or is busy gets everything later, in order', async (t) => {
  fresh(receiver)
  const webhooks = await openWebhookDeliveries(t, receiver)
  const { clock } = webhooks
  const { id } = await webhooks.add()
  await webhooks.accept('p1')
  const lastError = async (): Promise<string> => (await webhooks.endpoint(id)).lastError ?? ''

  receiver.answerWith(() => () => {})
  await (await openWebhookDeliveries(t, receiver, webhooks, 50)).deliver()
  assert.match(await lastError(), /took longer than/u)
  receiver.answerWith(status(307, { Location: `${receiver.origin}/elsewhere` }))
  await webhooks.deliverLater(10)
  assert.match(await lastError(), /answered 307: redirects are not followed/u)
  receiver.answerWith(() => (_request, response) => void response.destroy())
  await webhooks.deliverLater(100)
  assert.match(await lastError(), /could not be reached/u)
  assert.deepEqual([...new Set(receiver.received.map(({ path }) => path))], ['/hook'])

  await webhooks.accept('p2')
  const resting = await webhooks.endpoint(id)
  assert.ok(Date.parse(resting.restUntil ?? '') > clock.now().getTime())
  const before = receiver.received.length
  await webhooks.deliver()
  assert.equal(receiver.received.length, before, 'after three failures it is left alone, whatever is due')

  receiver.answerWith(status(503, { 'Retry-After': '7200' }))
  await webhooks.deliverLater(600)
  const asked = receiver.received.length
  assert.equal(asked, before + 1, 'one attempt shows whether it is back')
  await webhooks.deliverLater(7_199)
  assert.equal(receiver.received.length, asked, 'Retry-After is kept')

  receiver.answerWith(null)
  await webhooks.deliverLater(20_000)
  assert.deepEqual(receiver.events().slice(asked).toSorted(), ['paper.accepted p1', 'paper.accepted p2'])
  const { failures, restUntil, lastSuccessAt } = await webhooks.endpoint(id)
  assert.deepEqual([failures, restUntil, lastSuccessAt], [0, null, clock.now().toISOString()])
})

test('a slow endpoint holds up neither the others nor writers', async (t) => {
  fresh(receiver, other)
  const webhooks = await openWebhookDeliveries(t, receiver)
  await webhooks.add('/slow')
  await webhooks.add('/quick')
  await webhooks.accept('p1')
  const asked = Promise.withResolvers<() => void>()
  const quick = Promise.withResolvers<void>()
  receiver.answerWith(({ path }) => (_request, response) => {
    if (path === '/slow') asked.resolve(() => response.writeHead(200).end())
    else {
      response.end()
      quick.resolve()
    }
  })
  const delivering = webhooks.deliver()
  const answer = await asked.promise
  await quick.promise
  await webhooks.accept('p2')
  receiver.answerWith(null)
  answer()
  await delivering
  assert.equal(receiver.mostAtOnce() <= 2, true)
})

test('a receiver that answers 410, is not public or has no usable secret is paused at once, and admins are notified', async (t) => {
  fresh(receiver)
  const webhooks = await openWebhookDeliveries(t, receiver)
  const { run, store } = webhooks
  await run(addEditor, { name: 'Ada', email: 'ada@example.org', role: 'admin', actor: 'test' })
  const { id } = await webhooks.add('/secret-path')
  await webhooks.accept('p1')
  receiver.answerWith(status(410))
  await webhooks.deliver()
  const { state, pausedBecause } = await webhooks.endpoint(id)
  assert.deepEqual([state, pausedBecause], ['paused', 'It answered 410: it wants no more events.'])
  const emails = await store.transact((tx) => tx.outbox.lease('2027-01-01T00:00:00.000Z', '', 10, true))
  const email = emails.find(({ subject }) => subject.includes(`Webhook ${id}`)) ?? assert.fail('nobody was notified')
  assert.equal(email.to, 'ada@example.org')
  assert.match(email.text ?? '', /answered 410[\s\S]*\/console\/webhooks/u)
  assert.equal(JSON.stringify(emails).includes('secret-path'), false, 'the path may be a secret')
  const audit = await store.private.audit.list({ actor: null, act: null, subject: null }, null, 10)
  assert.equal(audit.records[0]?.act, 'webhook.pause')
  assert.equal(JSON.stringify(audit).includes('secret-path'), false)

  await run(changeEndpoint, { id, change: 'resume', skip: true, actor: 'test' })
  receiver.answerWith(null)
  await webhooks.accept('p2')
  await webhooks.deliver()
  assert.deepEqual(receiver.events().slice(1), ['paper.accepted p2'], 'what waited is skipped')

  const away = await openWebhookDeliveries(t, { origin: 'http://127.0.0.1:9' }, webhooks)
  await store.transact((tx) => tx.webhooks.setSecrets(id, { secret: 'AAAA', old: null, oldUntil: null }))
  await away.accept('p3')
  await away.deliver()
  assert.match((await webhooks.endpoint(id)).pausedBecause ?? '', /secret cannot be opened/u)
  const refused = await away.add('/nobody')
  await run(sendTestEvent, { id: refused.id, actor: 'test' })
  await webhooks.deliver()
  assert.match((await webhooks.endpoint(refused.id)).pausedBecause ?? '', /may not be contacted: only https/u)
})

test('a process that stops gives its endpoint back, and what was delivered is forgotten after two weeks', async (t) => {
  fresh(receiver)
  const webhooks = await openWebhookDeliveries(t, receiver)
  const { run, clock } = webhooks
  const { id } = await webhooks.add()
  await webhooks.accept('p1')
  const stop = new AbortController()
  receiver.answerWith(() => () => stop.abort())
  await webhooks.deliver({ signal: stop.signal })
  assert.equal((await webhooks.endpoint(id)).failures, 0, 'nobody knows how it went')
  receiver.answerWith(null)
  await webhooks.deliver()
  const [delivered] = await webhooks.deliveries(id)
  assert.equal(delivered?.state, 'delivered')
  const { request, status: code } = delivered?.lastExchange ?? assert.fail()
  assert.match(request, /webhook-signature: v1,/u)
  assert.equal(code, 204)
  clock.advance(13 * 86_400)
  await run(pruneExpired, null)
  assert.equal((await webhooks.deliveries(id)).length, 1)
  clock.advance(86_401)
  await run(pruneExpired, null)
  assert.equal((await webhooks.deliveries(id)).length, 0)
})
