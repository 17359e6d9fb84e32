import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#core/access/api-key.ts'
import { pruneExpiredJob } from '#jobs/housekeeping.ts'
import { startSubscriberTest, type SubscriberTest } from '../support/mail/subscriber.ts'
import { subscribe } from '#actions/subscribers.ts'
import { composeConfirmation, leaseEmails, recordSentEmail } from '#actions/outbox.ts'
import { engines } from '../support/database/engines.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const HOUR = 3_600
const EMAIL = 'reader@example.org'

const inTime = { timeout: 240_000 }

const confirmLink = (text: string): string =>
  /^http:\/\/[^/]+(?<path>\/subscribe\/confirm\?token=\S+)$/mu.exec(text)?.groups?.path ?? ''

const prune = ({ service }: SubscriberTest): Promise<unknown> =>
  pruneExpiredJob(service).run(new AbortController().signal)

test('an email that the mail server defers for three days leaves with a link that works', inTime, async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, office, ask, post, known } = subscribers
  office.sink.behave('defer')
  assert.equal((await ask(EMAIL)).status, 202)
  for (let hour = 0; hour < 72; hour += 1) {
    await office.deliver()
    service.clock.advance(HOUR)
    await prune(subscribers)
  }
  assert.equal((await known(EMAIL))?.state, 'pending', 'nobody is forgotten before their email has left')
  office.sink.behave('take')
  // It has been given up; an editor requeues it.
  await service.run((tx) => tx.outbox.requeue(tx.now.toISOString()), null)
  assert.equal((await office.deliver()).tried, 1)
  const [email] = subscribers.emails()
  const confirm = confirmLink(email?.text ?? '')
  service.clock.advance(48 * HOUR)
  assert.equal((await post(confirm)).status, 200)
  assert.equal((await known(EMAIL))?.state, 'active')
})

test('an email that nobody tried to send for three days leaves with a link that works', inTime, async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, ask, office, post } = subscribers
  await ask(EMAIL)
  service.clock.advance(72 * HOUR)
  await prune(subscribers)
  await office.deliver()
  const [email] = subscribers.emails()
  assert.equal((await post(confirmLink(email?.text ?? ''))).status, 200)
})

test('while an email waits, no token of it is stored', inTime, async (t) => {
  const { service, ask, known } = await startSubscriberTest(t)
  await ask(EMAIL)
  const [waiting] = await service.store.transact((tx) =>
    tx.outbox.lease(service.clock.now().toISOString(), '', 10, true),
  )
  assert.deepEqual([waiting?.text, waiting?.headers], [null, {}])
  assert.match(waiting?.subject ?? '', /^Confirm your subscription/u)
  assert.equal((await known(EMAIL))?.confirmHash, null)
})

test('an email that is no longer needed is removed and not sent', inTime, async (t) => {
  const { service, ask, invite, office, post } = await startSubscriberTest(t)
  const { unsubscribe } = await invite(EMAIL)
  await ask(EMAIL)
  await post(unsubscribe)
  assert.deepEqual(await office.deliver(), { tried: 0, more: false })
  assert.equal(office.sink.emails.length, 1)
  assert.deepEqual(await service.store.private.outbox.counts(), { waiting: 0, sent: 1, failed: 0 })
})

test('a subscriber whose email was given up is removed 48 hours later', inTime, async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, ask, office, known } = subscribers
  office.sink.behave('defer')
  await ask(EMAIL)
  for (let tries = 0; (await service.store.private.outbox.counts()).failed === 0; tries += 1) {
    assert.ok(tries < 100, 'the email is tried for ever')
    await office.deliver()
    service.clock.advance(4 * HOUR)
  }
  await prune(subscribers)
  assert.equal((await known(EMAIL))?.state, 'pending')
  service.clock.advance(44 * HOUR + 1)
  await prune(subscribers)
  assert.equal(await known(EMAIL), null)
})

test('an email of version 0.1.0, with its text and link, goes out as it was written', inTime, async (t) => {
  const { service, office, post, known, ...subscribers } = await startSubscriberTest(t)
  const at = service.clock.now().toISOString()
  const token = 'x'.repeat(32)
  const expires = new Date(service.clock.now().getTime() + 48 * HOUR * 1_000).toISOString()
  await service.store.transact(async (tx) => {
    const hash = hashSecret(token)
    const pending = { id: 's_1', email: EMAIL, name: null, state: 'pending' as const, wantsBrief: true }
    await tx.subscribers.put({ ...pending, confirmHash: hash, confirmExpiresAt: expires }, at)
    const written = { subject: 'Confirm', text: `Open this:\n\n${service.url}/subscribe/confirm?token=${token}\n` }
    await tx.outbox.add(
      { ...written, kind: 'confirmation', to: EMAIL, replyTo: null, headers: {}, messageId: '<old@house>' },
      at,
    )
  })
  service.clock.advance(24 * HOUR)
  assert.equal((await office.deliver()).tried, 1)
  const [email] = subscribers.emails()
  assert.ok(email !== undefined && email.text.includes(token))
  assert.equal((await known(EMAIL))?.confirmExpiresAt, expires, 'the link is good for as long as it was')
  assert.equal((await post(confirmLink(email.text))).status, 200)
})

const ask = (service: TestService, email: string, client = email) =>
  service.run(subscribe, { email, name: null, client: [client] })

/** Everything that is due leaves, as far as the pace allows; how many confirmations did, and what else. */
const deliver = async (service: TestService) => {
  const notices: string[] = []
  let confirmations = 0
  for (;;) {
    const { emails } = await service.run(leaseEmails, { leaseMs: 60_000, limit: 50, withTeam: true })
    if (emails.length === 0) return { confirmations, notices }
    for (const email of emails)
      if (email.text !== null) {
        if (email.kind === 'notice') notices.push(`${email.to}: ${email.subject}`)
        await service.run(recordSentEmail, email)
      } else if ((await service.run(composeConfirmation, email)) !== null) {
        confirmations += 1
        await service.run(recordSentEmail, email)
      }
  }
}

for (const engine of engines)
  test(`${engine.name}: one mailbox gets three confirmation emails a day, with any word after its plus`, async (t) => {
    const service = await startTestService(t, { engine })
    const answers = new Set<string>()
    for (let index = 0; index < 20; index += 1) {
      const response = await service.send('POST', '/api/subscribe', { email: `victim+${index}@example.org` })
      answers.add(`${response.status} ${await response.text()}`)
    }
    assert.equal(answers.size, 1)
    assert.equal((await service.store.private.outbox.counts()).waiting, 3)
  })

for (const engine of engines)
  test(`${engine.name}: a mailbox at Gmail is one under both names of the provider`, async (t) => {
    const service = await startTestService(t, { engine })
    const names = ['victim@gmail.com', 'victim@googlemail.com', 'vic.tim@GoogleMail.com', 'victim+a@googlemail.com']
    for (const email of [...names, 'v.ictim@gmail.com']) await ask(service, email)
    assert.equal((await service.store.private.outbox.counts()).waiting, 3)
  })

for (const engine of engines)
  test(`${engine.name}: many confirmations to one domain wait instead of being dropped, and admins are notified once`, async (t) => {
    const service = await startTestService(t, { engine })
    const admin = await signedIn(service, 'admin')
    await signedIn(service, 'editor')
    for (let index = 0; index < 70; index += 1) await ask(service, `n${index}@example.org`)
    await ask(service, 'ada@elsewhere.example')
    const first = await deliver(service)
    assert.equal(first.confirmations, 61, 'sixty to one domain, one to another')
    assert.deepEqual(first.notices, [
      `${admin.editor.email}: [House] Many requests for the weekly brief at example.org`,
    ])
    assert.equal((await service.store.private.outbox.counts()).waiting, 10)
    service.clock.advance(3_600)
    assert.deepEqual(await deliver(service), { confirmations: 10, notices: [] })
  })

test('confirmations have a pace in all as well', async (t) => {
  const service = await startTestService(t)
  const now = service.clock.now()
  await service.store.transact(async (tx) => {
    const day = { name: 'confirmation', limit: 1_000, windowSeconds: 86_400 }
    for (let count = 0; count < 1_000; count += 1) await tx.quota.consume('confirmation-day', day, now)
  })
  const admin = await signedIn(service, 'admin')
  await ask(service, 'ada@example.org')
  const { confirmations, notices } = await deliver(service)
  assert.deepEqual([confirmations, notices], [0, [`${admin.editor.email}: [House] Many requests for the weekly brief`]])
  service.clock.advance(86_400)
  assert.equal((await deliver(service)).confirmations, 1)
})
