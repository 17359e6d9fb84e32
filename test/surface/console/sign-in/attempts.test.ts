import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordFailedSignIn } from '#actions/sessions/record-failed-sign-in.ts'
import { addSignedInEditor, trySignIn } from '../../../support/service/sign-in.ts'
import { startTestService } from '../../../support/service/test-service.ts'

test('attempts are limited for an account from anywhere and for an address with any account', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await addSignedInEditor(service)
  const attempt = async (fields: Record<string, string>, address: string): Promise<number> => {
    const response = await trySignIn(service, fields, { 'x-forwarded-for': address })
    await response.body?.cancel()
    return response.status
  }
  const wrong = { passphrase: 'wrong wrong wrong' }
  for (let count = 0; count < 20; count += 1) assert.equal(await attempt(wrong, `192.0.2.${count}`), 401)
  assert.equal(await attempt({ ...wrong, email: 'ADA@example.org' }, '192.0.2.99'), 429)
  assert.equal(await attempt({}, '192.0.2.98'), 429, 'also with the right passphrase')
  for (let count = 0; count < 20; count += 1)
    assert.equal(await attempt({ email: 'nobody@example.org' }, '192.0.2.1'), 401)
  assert.equal(await attempt({ email: 'nobody@example.org' }, '192.0.2.97'), 429, 'unknown accounts count alike')
  for (let count = 0; count < 60; count += 1) await attempt({ email: `n${count}@example.org` }, '198.51.100.7')
  assert.equal(await attempt({ email: 'fresh@example.org' }, '198.51.100.7'), 429)
  service.clock.advance(3_600)
  assert.equal(await attempt({}, '192.0.2.98'), 303)
})

test('a stranger who guesses does not lock out a browser in which somebody signed in before', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await addSignedInEditor(service)
  const signedInBefore = await trySignIn(service, {})
  const known = signedInBefore.headers.getSetCookie()[1]?.split(';')[0] ?? ''
  await addSignedInEditor(service, 'ben@example.org')
  const attempt = async (fields: Record<string, string>, address: string, cookie = ''): Promise<number> =>
    (await trySignIn(service, fields, { 'x-forwarded-for': address, cookie })).status
  const wrong = { passphrase: 'wrong wrong wrong' }
  for (let count = 0; count < 25; count += 1) await attempt(wrong, `192.0.2.${count}`)
  assert.equal(await attempt({}, '198.51.100.1'), 429, 'a browser that is not known')
  assert.equal(await attempt({}, '198.51.100.1', known), 303)
  for (let count = 0; count < 25; count += 1) await attempt({ ...wrong, email: 'ben@example.org' }, `192.0.2.${count}`)
  assert.equal(await attempt({ email: 'ben@example.org' }, '198.51.100.1', known), 429, 'the account of another')
  for (let count = 0; count < 19; count += 1)
    assert.equal(await attempt(wrong, `203.0.113.${count}`, known), 401, 'guesses in a known browser')
  assert.equal(await attempt(wrong, '203.0.113.99', known), 429, 'are limited as well')
})

test('a failed sign-in is in the audit log under the hash of the address, and in one line with the address', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  const { editor } = await addSignedInEditor(service)
  const wrong = { passphrase: 'wrong wrong wrong' }
  await trySignIn(service, wrong, { 'x-forwarded-for': '192.0.2.7' })
  await trySignIn(service, wrong, { 'x-forwarded-for': '192.0.2.8' })
  await trySignIn(service, { ...wrong, email: 'nobody@example.org' }, { 'x-forwarded-for': '192.0.2.7' })
  const filter = { actor: null, act: 'editor.sign-in-failed', subject: null }
  const { records } = await service.store.private.audit.list(filter, null, 10)
  const [unknown, second, first] = records
  assert.deepEqual(
    records.map(({ subject, after }) => [subject, after]),
    ['unknown', editor.id, editor.id].map((subject) => [subject, '{"method":"passphrase"}']),
  )
  assert.match(first?.actor ?? '', /^client:[\w-]{22}$/u)
  assert.equal(unknown?.actor, first?.actor)
  assert.notEqual(second?.actor, first?.actor)
  assert.doesNotMatch(JSON.stringify(records), /192\.0\.2|example\.org|wrong/u)
  const lines = service.logged.filter(({ message }) => message === 'sign-in failed')
  assert.deepEqual(
    lines.map(({ level, facts }) => [level, facts]),
    ['192.0.2.7', '192.0.2.8', '192.0.2.7'].map((client) => ['warn', { client }]),
  )
  await trySignIn(service, {}, { 'x-forwarded-for': '192.0.2.7' })
  assert.equal(service.logged.filter(({ message }) => message === 'sign-in failed').length, 3)
})

test('attempts on accounts that do not exist fill the audit log no further than a hundred rows an hour', async (t) => {
  const service = await startTestService(t)
  const fail = (index: number) =>
    service.run(recordFailedSignIn, { email: `n${index}@example.org`, method: 'passphrase', client: 'c' })
  for (let index = 0; index < 130; index += 1) await fail(index)
  assert.equal((await service.store.private.audit.head()).count, 100)
  service.clock.advance(3_600)
  await fail(0)
  assert.equal((await service.store.private.audit.head()).count, 101)
})
