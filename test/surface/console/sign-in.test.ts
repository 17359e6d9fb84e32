import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anonymous,
  signedIn,
  PASSPHRASE,
  addSignedInEditor,
  cookieOf,
  invite,
  isSignedIn,
  trySignIn,
  sessionOf,
} from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { createFirstAdmin } from '#actions/first-credentials.ts'
import { renewInvitation, removeEditor } from '#actions/editors.ts'
import { setImmediate } from 'node:timers/promises'
import { recordFailedSignIn } from '#actions/sign-in.ts'

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

test('a link sets a passphrase and signs in, once, and within 48 hours', async (t) => {
  const service = await startTestService(t)
  const { token } = await invite(service)
  const page = await (await anonymous(service).get(`/console/link?token=${token}`)).text()
  assert.match(page, /Ada Example, choose a passphrase for ada@example\.org/u)
  const used = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  assert.equal(used.headers.get('location'), '/console')
  assert.ok(await isSignedIn(service, cookieOf(used)))
  const again = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  assert.equal(again.status, 404)
  assert.equal(again.headers.get('set-cookie'), null)
  const late = await invite(service, 'editor', 'late@example.org')
  service.clock.advance(48 * 3_600)
  assert.equal((await anonymous(service).get(`/console/link?token=${late.token}`)).status, 404)
  assert.equal(
    (await anonymous(service).post('/console/link', { token: late.token, passphrase: PASSPHRASE })).status,
    404,
  )
})

test('a new link ends the one before, and using it ends every session and the old passphrase', async (t) => {
  const service = await startTestService(t)
  const { editor, cookie } = await addSignedInEditor(service)
  const first = await service.run(renewInvitation, { id: editor.id, actor: 'test' })
  const second = await service.run(renewInvitation, { id: editor.id, actor: 'test' })
  assert.equal((await anonymous(service).get(`/console/link?token=${first.token}`)).status, 404)
  assert.ok(await isSignedIn(service, cookie))
  const passphrase = 'another long passphrase'
  assert.equal((await anonymous(service).post('/console/link', { token: second.token, passphrase })).status, 303)
  assert.ok(!(await isSignedIn(service, cookie)))
  assert.equal((await trySignIn(service, {})).status, 401)
  assert.equal((await trySignIn(service, { passphrase })).status, 303)
})

test('a passphrase that is too short, too long or too plain is refused and the link stays valid', async (t) => {
  const service = await startTestService(t)
  const { token } = await invite(service)
  for (const [passphrase, sentence] of [
    ['elevenchars', /Passphrase must have at least 12 characters/u],
    ['x'.repeat(201), /at most 200 characters/u],
    ['aaaaaaaaaaaaaaaa', /five different characters/u],
    ['🐎🐎🐎🔋🔋🔋📎📎📎🐴', /at least 12 characters/u],
    ['Password 1234', /Passphrase is a common passphrase/u],
  ] as const) {
    const response = await anonymous(service).post('/console/link', { token, passphrase })
    assert.equal(response.status, 400)
    assert.match(await response.text(), sentence)
  }
  assert.equal((await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })).status, 303)
})

test('the first admin says who they are; the input stays when something is wrong with it', async (t) => {
  const service = await startTestService(t)
  const invited = await service.run(createFirstAdmin, null)
  assert.ok(invited)
  assert.equal(await service.run(createFirstAdmin, null), null)
  const { token } = invited
  const refused = await anonymous(service).post('/console/link', {
    token,
    passphrase: PASSPHRASE,
    name: 'Grace <b>',
    email: 'nowhere',
  })
  assert.equal(refused.status, 400)
  const page = await refused.text()
  assert.match(page, /value="Grace &lt;b&gt;"/u)
  assert.match(page, /value="nowhere"/u)
  assert.match(page, /Email address must be one email address/u)
  assert.doesNotMatch(page, new RegExp(PASSPHRASE, 'u'))
  const person = { name: 'Grace Example', email: 'grace@example.org' }
  const used = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE, ...person })
  assert.equal(used.status, 303)
  assert.equal((await trySignIn(service, { email: 'Grace@EXAMPLE.org' })).status, 303)
  assert.deepEqual(
    (await service.store.private.editors.list()).map(({ name, email, role }) => ({ name, email, role })),
    [{ ...person, role: 'admin' }],
  )
})

test('a session ends after half an hour unused, and after twelve hours in any case', async (t) => {
  const service = await startTestService(t)
  const { get } = await signedIn(service, 'editor')
  const untilRecorded = async (): Promise<void> => {
    const at = service.clock.now().toISOString()
    for (;;) {
      const [editor] = await service.store.private.editors.list()
      const [session] = await service.store.private.sessions.listByEditor(editor?.id ?? '')
      if (session?.seenAt === at) return
      // Readers never wait, and would leave the writer no turn.
      await setImmediate()
    }
  }
  service.clock.advance(30 * 60 - 1)
  assert.equal((await get('/console/account')).status, 200)
  await untilRecorded()
  for (let used = 1; used < 24; used += 1) {
    service.clock.advance(30 * 60 - 1)
    assert.equal((await get('/console/account')).status, 200, String(used))
    await untilRecorded()
  }
  service.clock.advance(60)
  assert.equal((await get('/console/account')).status, 303, 'twelve hours after it began')
  const idle = await signedIn(service, 'editor')
  service.clock.advance(30 * 60)
  assert.equal((await idle.get('/console/account')).status, 303, 'half an hour unused')
})

test('the console opens with today, to all who may open it', async (t) => {
  const { get } = await signedIn(await startTestService(t), 'reviewer')
  assert.match(await (await get('/console')).text(), /<h1>Today<\/h1>/u)
})

test('a link on another site, with which no cookie comes, asks again from our own page', async (t) => {
  const service = await startTestService(t)
  const { get } = anonymous(service)
  const first = await get('/console/queue?order=age', { 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([first.status, first.headers.get('refresh')], [200, '0'])
  assert.equal(first.headers.get('cache-control'), 'no-store')
  const again = await get('/console/queue?order=age', { 'sec-fetch-site': 'same-origin' })
  assert.deepEqual([again.status, again.headers.get('refresh')], [303, null])
})

test('signing out ends the session and its cookie', async (t) => {
  const service = await startTestService(t)
  const { get, post, editor } = await signedIn(service, 'reviewer')
  const elsewhere = await sessionOf(service, editor)
  const response = await post('/console/sign-out')
  assert.equal(response.headers.get('location'), '/console/sign-in')
  assert.match(response.headers.get('set-cookie') ?? '', /^sid=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/u)
  assert.equal(response.headers.get('clear-site-data'), '"cache"')
  assert.equal((await get('/console/account')).status, 303)
  assert.equal((await elsewhere.get('/console/account')).status, 200)
})

test('a removed editor is signed out at once and cannot come back', async (t) => {
  const service = await startTestService(t)
  const { editor, cookie } = await addSignedInEditor(service)
  const { token } = await service.run(renewInvitation, { id: editor.id, actor: 'test' })
  assert.ok(await isSignedIn(service, cookie))
  await service.run(removeEditor, { id: editor.id, actor: 'test' })
  assert.ok(!(await isSignedIn(service, cookie)))
  assert.equal((await trySignIn(service, {})).status, 401)
  assert.equal((await anonymous(service).get(`/console/link?token=${token}`)).status, 404)
})

test('a repeated or foreign cookie is no session', async (t) => {
  const service = await startTestService(t)
  const { secret, get } = await signedIn(service, 'admin')
  for (const cookie of [
    `sid=${secret}; sid=${'x'.repeat(32)}`,
    `__Host-sid=${secret}`,
    `sid="${secret}"`,
    'sid=',
    'sid',
  ])
    assert.equal((await get('/console/account', { cookie })).status, 303, cookie)
})

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
