import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anonymous, signedIn } from '../../../support/service/editor-session.ts'
import {
  PASSPHRASE,
  addSignedInEditor,
  cookieOf,
  invite,
  isSignedIn,
  trySignIn,
} from '../../../support/service/sign-in.ts'
import { startTestService } from '../../../support/service/test-service.ts'

test('an unknown address, a wrong passphrase and an account without one get the same response', async (t) => {
  const service = await startTestService(t)
  await addSignedInEditor(service)
  await invite(service, 'editor', 'new@example.org')
  const pages = await Promise.all(
    [
      { email: 'nobody@example.org', passphrase: PASSPHRASE },
      { email: 'new@example.org', passphrase: PASSPHRASE },
      { email: 'ada@example.org', passphrase: 'wrong wrong wrong' },
      { email: '', passphrase: '' },
    ].map(async (fields) => {
      const response = await trySignIn(service, { ...fields })
      assert.equal(response.status, 401)
      assert.equal(response.headers.get('set-cookie'), null)
      return (await response.text()).replace(/value="[^"]*@[^"]*"/u, 'value=""')
    }),
  )
  assert.equal(new Set(pages).size, 1)
  assert.match(pages[0] ?? '', /The email address or the passphrase is wrong/u)
})

test('signing in sets a cookie that scripts and other sites cannot read, under a new secret each time', async (t) => {
  const service = await startTestService(t)
  const { cookie: first } = await addSignedInEditor(service)
  const response = await trySignIn(service, { next: '/console/audit' }, { cookie: first })
  assert.equal(response.headers.get('location'), '/console/audit')
  const set = response.headers.getSetCookie()[0] ?? ''
  assert.match(set, /^sid=\w{32}; Path=\/; HttpOnly; SameSite=Strict$/u)
  assert.notEqual(cookieOf(response), first)
  assert.ok(await isSignedIn(service, cookieOf(response)))
  assert.ok(!(await isSignedIn(service, first)), 'the session that the browser had before has ended')
  const planted = `sid=${'f'.repeat(32)}`
  const fixed = await trySignIn(service, {}, { cookie: planted })
  assert.notEqual(cookieOf(fixed), planted)
  assert.ok(!(await isSignedIn(service, planted)))
})

test('only the hash of a session, a link or a passphrase is stored', async (t) => {
  const service = await startTestService(t)
  const { token } = await invite(service, 'admin', 'b@example.org')
  const { secret } = await signedIn(service, 'editor')
  const seen = JSON.stringify([
    await service.store.private.audit.listAfter(0, 100),
    await service.store.private.editors.list(),
    service.logged,
  ])
  for (const plain of [token, secret, PASSPHRASE]) assert.ok(!seen.includes(plain))
})

test('signing in redirects within the console and nowhere else', async (t) => {
  const service = await startTestService(t)
  await addSignedInEditor(service)
  for (const next of ['https://evil.example/', '//evil.example', '/consolex', '/console/../api', '/console\\evil', '/'])
    assert.equal((await trySignIn(service, { next })).headers.get('location'), '/console', next)
  const away = await anonymous(service).get('/console/audit')
  assert.equal(away.status, 303)
  assert.equal(away.headers.get('location'), '/console/sign-in?next=%2Fconsole%2Faudit')
})
