import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSubscriberTest } from '../support/mail/subscriber.ts'

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
