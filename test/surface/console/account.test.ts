import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import { anonymous, sessionOf, signedIn } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const PASSPHRASE = 'correct horse battery staple'
const ANOTHER = 'another long passphrase'

const isIn = async ({ get }: { get: (path: string) => Promise<Response> }): Promise<boolean> =>
  (await get('/console/account')).status === 200

/** An editor with a passphrase, signed in by the test. */
const withPassphrase = async (service: TestService) => {
  const person = { name: 'Ada Example', email: 'ada@example.org', role: 'reviewer' as const, actor: 'test' }
  const { editor, token } = await service.run(addEditor, person)
  await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  return sessionOf(service, editor)
}

const signInStatus = async (service: TestService, passphrase: string): Promise<number> =>
  (await anonymous(service).post('/console/sign-in', { email: 'ada@example.org', passphrase })).status

test('sessions are listed with browser and times, and one of them can be ended', async (t) => {
  const service = await startTestService(t)
  const here = await signedIn(service, 'editor')
  service.clock.advance(60)
  const there = await sessionOf(service, here.editor)
  const page = await (await here.get('/console/account')).text()
  assert.equal(page.match(/\(this one\)/gu)?.length, 1)
  const [, id = ''] = /sessions\/end"><input type="hidden" name="id" value="(ss_\w+)"/u.exec(page) ?? []
  const ended = await here.post('/console/account/sessions/end', { id })
  assert.equal(ended.headers.get('location'), '/console/account?done=session')
  assert.ok(await isIn(here))
  assert.ok(!(await isIn(there)))
  assert.equal((await here.post('/console/account/sessions/end', { id })).status, 404)
  assert.match(await (await here.get('/console/account?done=session')).text(), /The session was ended\./u)
})

test('the session of somebody else looks like one that does not exist', async (t) => {
  const service = await startTestService(t)
  const [mine, other] = [await signedIn(service, 'admin'), await signedIn(service, 'reviewer')]
  const [session] = await service.store.private.sessions.listByEditor(other.editor.id)
  assert.ok(session)
  const [refused, unknown] = [
    await mine.post('/console/account/sessions/end', { id: session.id }),
    await mine.post('/console/account/sessions/end', { id: 'ss_nobody' }),
  ]
  assert.deepEqual([refused.status, unknown.status], [404, 404])
  assert.equal(await refused.text(), await unknown.text())
  assert.ok(await isIn(other))
})

test('signing out everywhere else ends every other session at once, and is recorded', async (t) => {
  const service = await startTestService(t)
  const here = await signedIn(service, 'editor')
  const others = [await sessionOf(service, here.editor), await sessionOf(service, here.editor)]
  const bystander = await signedIn(service, 'editor')
  const done = await here.post('/console/account/sessions/end-others')
  assert.equal(done.headers.get('location'), '/console/account?done=elsewhere')
  for (const each of others) assert.ok(!(await isIn(each)))
  assert.ok(await isIn(here))
  assert.ok(await isIn(bystander))
  const [last] = (
    await service.store.private.audit.list({ actor: null, act: 'editor.sign-out', subject: null }, null, 1)
  ).records
  assert.equal(last?.after, '{"ended":2}')
})

test('a passphrase is changed with the current one only, and every other session ends', async (t) => {
  const service = await startTestService(t)
  const here = await withPassphrase(service)
  const there = await sessionOf(service, here.editor)
  for (const [fields, sentence] of [
    [{ current: 'not the current one', passphrase: ANOTHER }, /Current passphrase is not your current passphrase/u],
    [{ passphrase: ANOTHER }, /Current passphrase is not your current passphrase/u],
    [{ current: PASSPHRASE, passphrase: 'short' }, /New passphrase must have at least 12 characters/u],
  ] as const) {
    const refused = await here.post('/console/account/passphrase', { ...fields })
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), sentence)
  }
  assert.ok(await isIn(there))
  assert.equal(await signInStatus(service, PASSPHRASE), 303)
  const changed = await here.post('/console/account/passphrase', { current: PASSPHRASE, passphrase: ANOTHER })
  assert.equal(changed.headers.get('location'), '/console/account?done=passphrase')
  assert.ok(await isIn(here))
  assert.ok(!(await isIn(there)))
  assert.equal(await signInStatus(service, PASSPHRASE), 401)
  assert.equal(await signInStatus(service, ANOTHER), 303)
})

test('the holder of a session cannot guess the passphrase for long', async (t) => {
  const service = await startTestService(t)
  const here = await withPassphrase(service)
  const guess = async (current: string): Promise<number> =>
    (await here.post('/console/account/passphrase', { current, passphrase: ANOTHER })).status
  for (let count = 0; count < 20; count += 1) assert.equal(await guess(`guess ${count}`), 400)
  assert.equal(await guess(PASSPHRASE), 429)
  assert.equal(await signInStatus(service, PASSPHRASE), 303)
})

test('without scripts, on a bare address, the page says what passkeys need', async (t) => {
  const service = await startTestService(t)
  const page = await (await (await signedIn(service, 'editor')).get('/console/account')).text()
  assert.match(page, /Passkeys need a host name/u)
  const { post } = await signedIn(service, 'editor')
  assert.equal((await post('/console/passkeys/challenge')).status, 409)
})

test('over https the cookie is bound to the host and to https; nobody signs in over plain http from elsewhere', async (t) => {
  const secure = await startTestService(t, { publicUrl: () => 'https://library.example' })
  const person = { name: 'Ada', email: 'ada@example.org', role: 'editor' as const, actor: 'test' }
  const { token } = await secure.run(addEditor, person)
  const used = await anonymous(secure).post('/console/link', { token, passphrase: PASSPHRASE })
  const cookie = used.headers.getSetCookie()[0] ?? ''
  assert.match(cookie, /^__Host-sid=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Secure$/u)
  const [pair = ''] = cookie.split(';')
  assert.equal((await anonymous(secure).get('/console/account', { cookie: pair })).status, 200)
  assert.equal((await anonymous(secure).get('/console/account', { cookie: pair.replace('__Host-', '') })).status, 303)
  const bySilentBrowser = await fetch(`${secure.url}/console/sign-out`, {
    method: 'POST',
    headers: { cookie: pair, origin: 'https://library.example' },
    redirect: 'manual',
  })
  assert.equal(bySilentBrowser.status, 303)
  assert.match(bySilentBrowser.headers.get('set-cookie') ?? '', /^__Host-sid=; .*; Secure; Max-Age=0$/u)

  const open = await startTestService(t, { publicUrl: () => 'http://library.example' })
  for (const path of ['/console', '/console/sign-in', '/console/link?token=x']) {
    const refused = await anonymous(open).get(path)
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /set PUBLIC_URL to the https:\/\/ address/u)
  }
})
