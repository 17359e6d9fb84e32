import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSubscriberTest } from '../support/mail/subscriber.ts'

const HOUR = 3_600

const DAY = 24 * HOUR

test('a new subscriber gets an email with a link to confirm and RFC 8058 headers', async (t) => {
  const { service, invite } = await startSubscriberTest(t)
  const { email, confirm, unsubscribe } = await invite('reader@example.org', 'Zoë Reader')
  assert.deepEqual(email.names, [
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'feedback-id',
    'from',
    'list-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
  assert.deepEqual(email.mailbox('to'), { name: '', address: 'reader@example.org' })
  assert.equal(email.field('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.equal(email.field('list-unsubscribe'), `<${service.url}${unsubscribe}>`)
  assert.ok(email.text.startsWith('Hello,\n'))
  assert.ok(!email.text.includes('Zoë'), 'what a stranger typed is not mailed to anybody')
  assert.ok(email.text.includes(`\n${service.url}${confirm}\n`))
  assert.ok(email.text.includes(`Unsubscribe: ${service.url}${unsubscribe}\n`), 'the link is visible as well')
})

test('a subscription is active once it was confirmed by POST, and the link works once', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const { confirm } = await invite('reader@example.org')
  assert.equal((await known('reader@example.org'))?.state, 'pending')
  const confirmed = await post(confirm)
  assert.equal(confirmed.status, 200)
  assert.match(await confirmed.text(), /You are subscribed/u)
  const active = await known('reader@example.org')
  assert.equal(active?.state, 'active')

  assert.equal((await post(confirm)).status, 404)
  assert.deepEqual(await known('reader@example.org'), active)
})

for (const method of ['GET', 'HEAD'])
  test(`${method} of the pages to confirm and to unsubscribe changes nothing`, async (t) => {
    const { service, invite, known, post } = await startSubscriberTest(t)
    const { confirm, unsubscribe } = await invite('reader@example.org')
    const visit = async (path: string): Promise<void> => {
      const before = await known('reader@example.org')
      for (let scan = 0; scan < 20; scan += 1) {
        const response = await fetch(service.url + path, { method })
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('cache-control'), 'no-store')
        assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
        const page = await response.text()
        if (method === 'GET') assert.ok(page.includes(`<form method="post" action="${path}">`), page)
        else assert.equal(page, '')
      }
      assert.deepEqual(await known('reader@example.org'), before)
    }
    await visit(confirm)
    await visit(unsubscribe)
    assert.equal((await post(confirm)).status, 200)
    await visit(confirm)
    await visit(unsubscribe)
    assert.equal((await known('reader@example.org'))?.state, 'active')
  })

test('the parameters of a link never become markup', async (t) => {
  const { service } = await startSubscriberTest(t)
  for (const path of ['/subscribe/confirm', '/unsubscribe']) {
    const token = '"><script>alert(1)</script>\'&'
    const page = await (await service.get(`${path}?token=${encodeURIComponent(token)}`)).text()
    assert.doesNotMatch(page, /<script>/u)
    assert.match(page, /action="\/(?:subscribe\/confirm|unsubscribe)\?token=%22%3E%3Cscript%3E[^"<>]*">/u)
  }
})

test('a link to confirm is valid for 48 hours', async (t) => {
  const { service, invite, known, post } = await startSubscriberTest(t)
  const early = await invite('early@example.org')
  const late = await invite('late@example.org')
  service.clock.advance(48 * HOUR)
  assert.equal((await post(early.confirm)).status, 200)
  service.clock.advance(1)
  assert.equal((await post(late.confirm)).status, 404)
  assert.equal((await known('late@example.org'))?.state, 'pending')
})

/** Everything in a response that its reader can tell apart. */
const responseWithoutIds = async (response: Response): Promise<unknown> => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
  body: Buffer.from(await response.arrayBuffer()).toString('hex'),
})

test('new, waiting, confirmed, limited and unsubscribed addresses get the same response, byte for byte', async (t) => {
  const { ask, invite, post } = await startSubscriberTest(t)
  const expected = await responseWithoutIds(await ask('new@example.org'))
  assert.deepEqual(await responseWithoutIds(await ask('new@example.org')), expected)
  for (let email = 0; email < 4; email += 1)
    assert.deepEqual(await responseWithoutIds(await ask('overfed@example.org')), expected)
  const { confirm, unsubscribe } = await invite('reader@example.org')
  await post(confirm)
  assert.deepEqual(await responseWithoutIds(await ask('reader@example.org')), expected)
  await post(unsubscribe)
  assert.deepEqual(await responseWithoutIds(await ask('reader@example.org')), expected)
})

test('a confirmed address gets no email and stays confirmed when somebody subscribes it again', async (t) => {
  const { ask, office, invite, known, post } = await startSubscriberTest(t)
  const { confirm } = await invite('reader@example.org', 'Zoë')
  await post(confirm)
  const before = await known('reader@example.org')
  await ask('Reader@Example.org', 'Somebody else')
  assert.equal((await office.deliver()).tried, 0)
  assert.deepEqual(await known('reader@example.org'), before)
})

test('at most three emails a day reach an address, however it is spelt', async (t) => {
  const { service, ask, office } = await startSubscriberTest(t)
  const { sink } = office
  const ways = [
    'reader@example.org',
    'READER@example.org',
    'reader@EXAMPLE.ORG',
    'reader@ｅｘａｍｐｌｅ.org',
    'reader@exam\u00adple.org',
  ]
  for (const email of [...ways, ...ways]) assert.equal((await ask(email)).status, 202)
  await office.deliver()
  assert.equal(sink.emails.length, 3)
  assert.equal((await ask('another@example.org')).status, 202)
  await office.deliver()
  assert.equal(sink.emails.length, 4)

  service.clock.advance(DAY - 1)
  await ask('reader@example.org')
  await office.deliver()
  assert.equal(sink.emails.length, 4)
  service.clock.advance(1)
  for (const email of ways) await ask(email)
  await office.deliver()
  assert.equal(sink.emails.length, 7)
})

test('of several emails the newest link works', async (t) => {
  const { invite, post } = await startSubscriberTest(t)
  const first = await invite('reader@example.org')
  const second = await invite('reader@example.org')
  assert.equal(first.unsubscribe, second.unsubscribe)
  assert.equal((await post(first.confirm)).status, 404)
  assert.equal((await post(second.confirm)).status, 200)
})

test('neither addresses nor tokens are logged', async (t) => {
  const { service, office, invite, post } = await startSubscriberTest(t)
  const { confirm, unsubscribe } = await invite('reader@example.org', 'Zoë')
  await service.get(confirm)
  await post(confirm)
  await post(unsubscribe, 'List-Unsubscribe=One-Click')
  const logged = JSON.stringify([service.logged, office.logged])
  assert.match(logged, /\/subscribe\/confirm/u)
  for (const secret of [confirm, unsubscribe].map((path) => path.split('=')[1] ?? ''))
    assert.ok(secret !== '' && !logged.includes(secret))
  assert.doesNotMatch(logged, /reader|example\.org|Zoë/u)
})
