import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  HOUR,
  startSubscriberTest,
  EMAIL,
  MEMORY,
  confirmFollow,
  digest,
  form,
  linkOf,
  mailed,
} from '../support/mail/subscriber.ts'
import { leastPaper } from '../support/service/papers.ts'

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

/** Everything in a response by which a client could tell two addresses apart. */
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

test('the link of an email changes the frequency and unfollows; a new subscription is confirmed by the address first', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await confirmFollow(subscribers)
  const id = (await known(EMAIL))?.id ?? ''
  const { following } = service.store.private
  await service.accept(leastPaper({ id: 'p1', title: 'Memory' }))
  const due = await digest(subscribers)
  const text = (await due?.compose())?.text ?? ''
  const preferences = /library\.example(?<path>\/subscription\?token=\S+)/u.exec(text)?.groups?.path ?? ''
  const shown = await (await service.get(preferences)).text()
  assert.match(shown, /papers with all of: memory/u)
  assert.doesNotMatch(shown, /reader@/u, 'a forwarded email does not reveal its address')
  const [first] = await following.listBySubscriber(id)
  const field = `search-${first?.search}`
  await post(preferences, form({ [field]: 'weekly' }))
  assert.equal((await following.listBySubscriber(id))[0]?.frequency, 'weekly')
  assert.equal((await post(preferences, form({ [field]: 'hourly' }))).status, 400)

  const asked = await (await post(preferences, form({ papers: 'daily', brief: 'yes' }))).text()
  assert.match(asked, /must be confirmed first/u)
  assert.equal((await following.listBySubscriber(id)).length, 1, 'a forwarded link begins nothing')
  assert.equal((await known(EMAIL))?.wantsBrief, false)
  await subscribers.office.deliver()
  const links = subscribers.emails().slice(-2)
  for (const { text: said } of links) {
    const path = said.includes('/follow/confirm') ? 'follow/confirm' : 'subscribe/confirm'
    assert.equal((await post(linkOf(said, path))).status, 200)
  }
  assert.equal((await known(EMAIL))?.wantsBrief, true)
  assert.deepEqual(
    (await following.listBySubscriber(id)).map(({ address, frequency }) => [address, frequency]),
    [
      [MEMORY, 'weekly'],
      ['/?sort=newest', 'daily'],
    ],
  )
  await post(preferences, form({ brief: 'no', papers: 'never' }))
  assert.equal((await known(EMAIL))?.state, 'active')
  await post(preferences, form({ [field]: 'stop' }))
  assert.equal((await known(EMAIL))?.state, 'unsubscribed', 'who gets nothing is not subscribed')
  assert.deepEqual(await following.counts(), { followers: 0, searches: 0, follows: 0 })
  assert.match(await (await service.get(preferences)).text(), /You get no emails from us/u)
})

test('what is stored is shown, moved and deleted by a link that is mailed to the address and works for an hour', async (t) => {
  const subscribers = await startSubscriberTest(t)
  const { service, post, known } = subscribers
  await confirmFollow(subscribers)
  const link = async (): Promise<string> => {
    await post('/subscription/link', form({ email: EMAIL }))
    return mailed(subscribers, 'subscription/data')
  }
  const first = await link()
  assert.match(await (await service.get(first)).text(), /1 followed search/u)
  const stored = (await (await service.get(first.replace('/data', '/data.json'))).json()) as {
    subscription: { email: string }
    followed: { search: string }[]
  }
  assert.deepEqual([stored.subscription.email, stored.followed[0]?.search], [EMAIL, MEMORY])
  service.clock.advance(HOUR + 1)
  assert.equal((await service.get(first)).status, 404)

  const second = await link()
  assert.equal((await post(second, form({ action: 'move', email: 'no address' }))).status, 400)
  assert.equal((await post(second, form({ action: 'move', email: 'mistyped@example.org' }))).status, 200)
  const mistyped = await mailed(subscribers, 'subscription/move')
  assert.equal((await post(second, form({ action: 'move', email: 'other@example.org' }))).status, 200)
  const move = await mailed(subscribers, 'subscription/move')
  const names = subscribers.emails().at(-1)?.names ?? []
  assert.ok(!names.includes('list-unsubscribe'), 'a stranger there must end nothing')
  const before = await known(EMAIL)
  assert.equal((await service.get(move)).status, 200)
  assert.equal((await post(move)).status, 200)
  assert.equal(await known(EMAIL), null)
  assert.equal((await known('other@example.org'))?.id, before?.id)
  for (const link of [second, mistyped, move])
    assert.equal((await service.get(link)).status, 404, 'no link of before opens what is at another address now')

  await post('/subscription/link', form({ email: 'other@example.org' }))
  const third = await mailed(subscribers, 'subscription/data')
  assert.equal((await post(third, form({ action: 'delete' }))).status, 200)
  assert.equal(await known('other@example.org'), null)
  assert.deepEqual(await service.store.private.following.counts(), { followers: 0, searches: 0, follows: 0 })
  assert.equal((await service.get(third)).status, 404)
})

test('one click in a mail program unsubscribes at once, without cookie, login or redirect', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const { confirm, unsubscribe } = await invite('reader@example.org')
  await post(confirm)
  const response = await post(unsubscribe, 'List-Unsubscribe=One-Click')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.equal((await known('reader@example.org'))?.state, 'unsubscribed')
})

test('one click may also come as multipart form data', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const { unsubscribe } = await invite('reader@example.org')
  const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  assert.equal((await post(unsubscribe, body, { 'content-type': 'multipart/form-data; boundary=b' })).status, 200)
  assert.equal((await known('reader@example.org'))?.state, 'unsubscribed')
})

test('unsubscribing twice is fine, and forgets the name', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const { unsubscribe } = await invite('reader@example.org', 'Zoë Reader')
  const first = await post(unsubscribe, 'List-Unsubscribe=One-Click')
  const second = await post(unsubscribe, 'List-Unsubscribe=One-Click')
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(await first.text(), await second.text())
  const left = await known('reader@example.org')
  assert.equal(left?.name, null)
})

test('who unsubscribes before confirming cannot be confirmed any more', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const { confirm, unsubscribe } = await invite('reader@example.org')
  await post(unsubscribe)
  assert.equal((await post(confirm)).status, 404)
  assert.equal((await known('reader@example.org'))?.state, 'unsubscribed')
})

test('an unsubscribed address can subscribe again', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const first = await invite('reader@example.org', 'Zoë')
  await post(first.confirm)
  await post(first.unsubscribe)
  const second = await invite('reader@example.org', 'Zoë')
  assert.equal((await post(first.confirm)).status, 404)
  assert.equal((await post(second.confirm)).status, 200)
  assert.deepEqual((await known('reader@example.org'))?.state, 'active')
  assert.equal((await post(second.unsubscribe)).status, 200)
  assert.equal((await known('reader@example.org'))?.state, 'unsubscribed')
})

test('a forged token is answered with 404 and changes nothing', async (t) => {
  const { invite, known, post } = await startSubscriberTest(t)
  const mine = await invite('mine@example.org')
  const other = await invite('other@example.org')
  await post(mine.confirm)
  await post(other.confirm)
  const before = [await known('mine@example.org'), await known('other@example.org')]
  const [id = '', mac = ''] = mine.unsubscribe.replace('/unsubscribe?token=', '').split('.')
  const [, otherMac = ''] = other.unsubscribe.split('.')
  const turned = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1)
  const forged = [
    '',
    id,
    `${id}.`,
    `.${mac}`,
    `${id}.${turned}`,
    `${id}.${otherMac}`,
    `${id}.${mac.slice(1)}`,
    'null',
    '%00',
  ]
  for (const token of forged)
    for (const path of ['/unsubscribe', '/subscribe/confirm']) {
      const response = await post(`${path}?token=${token}`, 'List-Unsubscribe=One-Click')
      assert.equal(response.status, 404, `${path} took ${token}`)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    }
  for (const path of ['/unsubscribe', '/subscribe/confirm']) assert.equal((await post(path)).status, 404)
  assert.deepEqual([await known('mine@example.org'), await known('other@example.org')], before)
})
