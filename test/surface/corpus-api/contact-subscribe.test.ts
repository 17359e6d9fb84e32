import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService, waitingEmails } from '../../support/service/test-service.ts'

const message = {
  name: 'Ada Example',
  email: 'ada@example.org',
  organisation: 'Example University',
  subject: 'A question',
  message: 'What is this?\nAnd why?',
}

const contact = (service: TestService, given: Record<string, unknown>): Promise<Response> =>
  service.send('POST', '/api/contact', given)

const subscribe = (service: TestService, given: Record<string, unknown>): Promise<Response> =>
  service.send('POST', '/api/subscribe', given)

test('a contact message is answered 202 with its id and waits for the research team', async (t) => {
  const service = await startTestService(t)
  const response = await contact(service, message)
  assert.equal(response.status, 202)
  const result = await jsonOf(response)
  assert.deepEqual(Object.keys(result), ['success', 'id', 'message'])
  assert.equal(result.success, true)
  const emails = await waitingEmails(service)
  assert.equal(emails.length, 1)
  const [email] = emails
  assert.equal(email?.kind, 'contact')
  assert.equal(email.to, null, 'whoever the team is when the email leaves')
  assert.deepEqual(email.replyTo, { name: 'Ada Example', address: 'ada@example.org' })
  assert.match(email.subject, /A question/u)
  assert.match(email.messageId, /^<[^<>@\s]+@[^<>@\s]+>$/u)
  for (const expected of ['What is this?\nAnd why?', 'Example University', 'ada@example.org', String(result.id)])
    assert.ok(email.text.includes(expected), expected)
})

test('name, email and message are enough; each of them is required', async (t) => {
  const service = await startTestService(t)
  const { name, email, message: text } = message
  assert.equal((await contact(service, { name, email, message: text })).status, 202)
  assert.equal((await contact(service, { name, email, message: text, organisation: '', subject: '' })).status, 202)
  assert.deepEqual((await assertFailure(await contact(service, {}), 'corpus', 400)).paths, ['name', 'email', 'message'])
  assert.equal((await waitingEmails(service)).length, 2)
})

test('each message has an id of its own', async (t) => {
  const service = await startTestService(t)
  const ids = new Set()
  for (let index = 0; index < 10; index += 1) ids.add((await jsonOf(await contact(service, message))).id)
  assert.equal(ids.size, 10)
  const emails = await waitingEmails(service)
  assert.equal(new Set(emails.map(({ messageId }) => messageId)).size, 10)
})

test('unknown fields of a message and a subscription are ignored', async (t) => {
  const service = await startTestService(t)
  assert.equal((await contact(service, { ...message, to: 'mallory@example.org', headers: { bcc: 'x' } })).status, 202)
  assert.equal((await subscribe(service, { email: 'a@example.org', state: 'active' })).status, 202)
  const emails = await waitingEmails(service)
  assert.ok(!JSON.stringify(emails).includes('mallory'))
  assert.equal((await service.store.private.subscribers.findByEmail('a@example.org'))?.state, 'pending')
})

const LINE_BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085']

test('no field of one line can add a header', async (t) => {
  const service = await startTestService(t)
  for (const field of ['name', 'email', 'organisation', 'subject'])
    for (const lineBreak of LINE_BREAKS) {
      const value =
        field === 'email' ? `ada@example.org${lineBreak}bcc:x@example.org` : `Ada${lineBreak}Bcc: x@example.org`
      const response = await contact(service, { ...message, [field]: value })
      assert.deepEqual(
        [...new Set((await assertFailure(response, 'corpus', 400)).paths)],
        [field],
        JSON.stringify(value),
      )
    }
  for (const lineBreak of LINE_BREAKS)
    for (const body of [
      { email: `a@example.org${lineBreak}b` },
      { email: 'a@example.org', name: `A${lineBreak}Bcc: x` },
    ])
      await assertFailure(await subscribe(service, body), 'corpus', 400)
  assert.deepEqual(await waitingEmails(service), [])
})

test('email is one address and nothing else', async (t) => {
  const service = await startTestService(t)
  const refused = [
    '',
    ' ',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@example.org, ben@example.org',
    'ada@example.org;ben@example.org',
    'ada@example.org ben@example.org',
    'Ada <ada@example.org>',
    '<ada@example.org>',
    '"a b"@example.org',
    'ada@ben@example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    'ada(comment)@example.org',
    'group:ada@example.org',
    `${'a'.repeat(250)}@example.org`,
    ['ada@example.org'],
    { address: 'ada@example.org' },
    null,
    7,
    true,
  ]
  for (const email of refused) {
    for (const response of [await contact(service, { ...message, email }), await subscribe(service, { email })])
      assert.deepEqual(
        [...new Set((await assertFailure(response, 'corpus', 400)).paths)],
        ['email'],
        JSON.stringify(email),
      )
  }
  for (const email of ['a@b.org', 'ada+list@sub.example.org', "o'neil@example.org", 'ADA@EXAMPLE.ORG', 'ü@exämple.org'])
    assert.equal((await subscribe(service, { email })).status, 202, email)
})

test('a subscription is answered 202 and active only after its confirmation', async (t) => {
  const service = await startTestService(t)
  const response = await subscribe(service, { email: 'ada@example.org', name: 'Ada' })
  assert.equal(response.status, 202)
  const result = await jsonOf(response)
  assert.deepEqual(Object.keys(result), ['success', 'message'])
  const [email, ...more] = await waitingEmails(service)
  assert.deepEqual(more, [])
  assert.equal(email?.kind, 'confirmation')
  assert.equal(email.to, 'ada@example.org')
  const state = async () => (await service.store.private.subscribers.findByEmail('ada@example.org'))?.state
  assert.equal(await state(), 'pending')
  const link = /http:\S+\/subscribe\/confirm\?token=\S+/u.exec(email.text)?.[0] ?? ''
  assert.ok(link.startsWith(service.url), 'the email leads here')
  assert.equal((await fetch(link)).status, 200)
  assert.equal(await state(), 'pending', 'to open the page changes nothing')
  assert.equal((await fetch(link, { method: 'POST' })).status, 200)
  assert.equal(await state(), 'active')
})

test('message and subscription change nothing that the public can see', async (t) => {
  const service = await startTestService(t)
  const before = await service.store.private.revision()
  await contact(service, message)
  await subscribe(service, { email: 'ada@example.org' })
  assert.equal(await service.store.private.revision(), before)
})

test('the content of a message stays out of the log', async (t) => {
  const service = await startTestService(t)
  await contact(service, message)
  await subscribe(service, { email: 'ben@example.org' })
  const log = JSON.stringify(service.logged)
  for (const expected of ['ada@example.org', 'ben@example.org', 'What is this', 'Ada Example'])
    assert.ok(!log.includes(expected), expected)
})

test('neither needs a key', async (t) => {
  const service = await startTestService(t)
  for (const key of ['', 'nonsense']) {
    const headers = { 'x-api-key': key }
    assert.equal((await service.send('POST', '/api/contact', message, headers)).status, 202)
    assert.equal((await service.send('POST', '/api/subscribe', { email: 'a@example.org' }, headers)).status, 202)
  }
})
