import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQr from 'qr/decode.js'
import { addEditor, removeEditor, renewInvitation } from '#actions/editors.ts'
import { resetSecondFactor } from '#actions/second-factors.ts'
import { oneTimeCode } from '#core/access/one-time-code.ts'
import { type Editor, type Role, roles } from '#core/access/editor.ts'
import { secretBox } from '#credentials/secret-box.ts'
import { engines } from '../../support/database/engines.ts'
import { waitingEmails, startTestService, type TestService } from '../../support/service/test-service.ts'
import {
  anonymous,
  sessionOf,
  type EditorSession,
  signedIn,
  signedInEach,
} from '../../support/service/editor-session.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/routes.ts'

const PASSPHRASE = 'correct horse battery staple'
const EMAIL = 'ada@example.org'
const HALF_A_MINUTE = 30

/** An editor with a passphrase, signed in by the test. */
const withPassphrase = async (service: TestService, role: Role = 'editor'): Promise<EditorSession> => {
  const { editor, token } = await service.run(addEditor, { name: 'Ada', email: EMAIL, role, actor: 'test' })
  await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  return sessionOf(service, editor)
}

/** The secret as the phone has it that scanned the picture. */
const secretOf = async ({ store }: TestService, { id }: Editor): Promise<Uint8Array> => {
  const sealed = (await store.private.secondFactors.find(id))?.sealedSecret ?? ''
  const secret = secretBox(() => 'the key of the test').open(sealed, id)
  assert.ok(secret !== null)
  return secret
}

/** Turns one-time codes on, and gives what shows codes and the recovery codes. */
const setUp = async (service: TestService, session: EditorSession) => {
  assert.equal((await session.post('/console/account/codes/start')).headers.get('location'), '/console/account/codes')
  const secret = await secretOf(service, session.editor)
  const codeNow = (): string => oneTimeCode(secret, service.clock.now())
  const done = await session.post('/console/account/codes', { code: codeNow() })
  assert.equal(done.status, 201)
  const recovery = [...(await done.text()).matchAll(/\w{4}-\w{4}-\w{4}-\w{4}/gu)].map(([code]) => code)
  assert.equal(recovery.length, 10)
  return { codeNow, recovery }
}

const tokenIn = (page: string): string => /name="token" value="(?<token>\w{32})"/u.exec(page)?.groups?.token ?? ''

/** Gives the passphrase; the token to give a code with. */
const givePassphrase = async (service: TestService): Promise<string> => {
  const response = await anonymous(service).post('/console/sign-in', {
    email: EMAIL,
    passphrase: PASSPHRASE,
    next: '/console/audit',
  })
  assert.equal(response.status, 200)
  assert.deepEqual(response.headers.getSetCookie(), [])
  const page = await response.text()
  assert.match(page, /<h1>Enter a code<\/h1>/u)
  return tokenIn(page)
}

const giveCode = (service: TestService, token: string, code: string): Promise<Response> =>
  anonymous(service).post('/console/sign-in/code', { token, code, next: '/console/audit' })

for (const engine of engines) {
  test(`with one-time codes a passphrase alone signs nobody in, and each code once (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const { codeNow } = await setUp(service, await withPassphrase(service))
    const token = await givePassphrase(service)
    assert.equal((await giveCode(service, token, codeNow())).status, 401, 'the code that turned them on')
    service.clock.advance(HALF_A_MINUTE)
    const wrong = await giveCode(service, token, codeNow() === '123456' ? '654321' : '123456')
    assert.equal(wrong.status, 401)
    assert.match(await wrong.text(), /This code is wrong, or was used before/u)
    const other = await givePassphrase(service)
    const code = codeNow()
    const both = await Promise.all([giveCode(service, token, code), giveCode(service, other, ` ${code} `)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([303, 401]))
    const used = both.find(({ status }) => status === 303)
    assert.equal(used?.headers.get('location'), '/console/audit')
    const cookie = used?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal((await anonymous(service).get('/console/audit', { cookie })).status, 200)
    assert.equal((await giveCode(service, token, code)).status, both[0]?.status === 303 ? 404 : 401)
  })

  test(`a wrong or used code after the passphrase is recorded, and its owner gets one email an hour (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const session = await withPassphrase(service)
    const { codeNow, recovery } = await setUp(service, session)
    const used = codeNow()
    const about = async () =>
      (await waitingEmails(service)).filter(
        ({ subject }) => subject === '[House] Somebody may know the passphrase of Ada',
      )
    const failures = async () => {
      const filter = { actor: null, act: 'editor.sign-in-failed', subject: session.editor.id }
      return (await service.store.private.audit.list(filter, null, 30)).records
    }
    await anonymous(service).post('/console/sign-in', { email: EMAIL, passphrase: 'wrong wrong wrong' })
    const token = await givePassphrase(service)
    assert.equal((await giveCode(service, 'x'.repeat(32), '123456')).status, 404, 'not after the passphrase')
    assert.deepEqual([(await about()).length, (await failures()).length], [0, 1])

    const answers = await Promise.all(
      ['000000', used, 'aaaa-aaaa-aaaa-aaaa', ''].map((code) => giveCode(service, token, code)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
    const [email, ...more] = await about()
    assert.deepEqual([email?.to, more], [EMAIL, []])
    assert.match(email?.text ?? '', /a code that is wrong or was used before, so nobody was signed in/u)
    for (const secret of [used, '000000', PASSPHRASE, token, ...recovery])
      assert.ok(!`${email?.subject} ${email?.text}`.includes(secret), secret)
    const [last] = await failures()
    assert.equal((await failures()).length, 5)
    assert.equal(last?.after, '{"method":"passphrase","secondFactor":"wrong"}')
    assert.match(last?.actor ?? '', /^client:[\w-]{22}$/u)

    service.clock.advance(3_599)
    await giveCode(service, await givePassphrase(service), '000000')
    assert.equal((await about()).length, 1)
    service.clock.advance(2)
    await giveCode(service, await givePassphrase(service), '000000')
    assert.equal((await about()).length, 2)
    service.clock.advance(HALF_A_MINUTE)
    assert.equal((await giveCode(service, await givePassphrase(service), codeNow())).status, 303)
  })

  test(`a recovery code works once, however it is typed (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const session = await withPassphrase(service)
    const { recovery } = await setUp(service, session)
    const [first = '', second = ''] = recovery
    const typed = first.toUpperCase().replaceAll('-', ' ')
    assert.equal((await giveCode(service, await givePassphrase(service), typed)).status, 303)
    assert.equal((await giveCode(service, await givePassphrase(service), first)).status, 401)
    assert.match(await (await session.get('/console/account')).text(), /You have 9 recovery codes left/u)
    const uses = (await service.store.private.audit.listAfter(0, 100)).filter(({ act }) => act === 'recovery-code.use')
    assert.deepEqual(
      uses.map(({ actor, before, after }) => [actor, before, after]),
      [[`editor:${session.editor.id}`, '{"left":10}', '{"left":9}']],
    )
    const renewed = await (await session.post('/console/account/recovery-codes')).text()
    assert.ok(!renewed.includes(second))
    assert.equal((await giveCode(service, await givePassphrase(service), second)).status, 401)
    const [fresh = ''] = /\w{4}-\w{4}-\w{4}-\w{4}/u.exec(renewed) ?? []
    assert.equal((await giveCode(service, await givePassphrase(service), fresh)).status, 303)
  })
}

test('the picture holds the same secret as the text beside it', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  await session.post('/console/account/codes/start')
  const page = await (await session.get('/console/account/codes')).text()
  const size = Number(/viewBox="0 0 (?<size>\d+) /u.exec(page)?.groups?.size)
  const scale = 4
  const data = new Uint8Array((size * scale) ** 2 * 4).fill(255)
  for (const { groups } of page.matchAll(/M(?<x>\d+) (?<y>\d+)h1v1h-1z/gu))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(groups?.y) * scale + row) * size * scale + Number(groups?.x) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
  const read = new URL(decodeQr({ width: size * scale, height: size * scale, data }))
  const shown = /<code class="secret">(?<secret>[^<]+)</u.exec(page)?.groups?.secret?.replaceAll(' ', '')
  assert.equal(read.protocol, 'otpauth:')
  assert.equal(read.searchParams.get('secret'), shown)
  assert.equal(shown?.length, 32)
})

test('a link does not get around one-time codes, and a pending sign-in ends with the passphrase or after five minutes', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  const { codeNow } = await setUp(service, session)
  const before = await givePassphrase(service)
  const { token } = await service.run(renewInvitation, { id: session.editor.id, actor: 'test' })
  const used = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  assert.deepEqual([used.status, used.headers.getSetCookie()], [200, []])
  service.clock.advance(HALF_A_MINUTE)
  assert.equal((await giveCode(service, before, codeNow())).status, 404, 'begun before the passphrase changed')
  assert.equal((await giveCode(service, tokenIn(await used.text()), codeNow())).status, 303)
  const late = await givePassphrase(service)
  service.clock.advance(300)
  assert.equal((await giveCode(service, late, codeNow())).status, 404)
})

test('guesses at codes are limited for the account, with however many sign-ins', async (t) => {
  const service = await startTestService(t)
  const { codeNow } = await setUp(service, await withPassphrase(service))
  service.clock.advance(HALF_A_MINUTE)
  const wrong = codeNow() === '123456' ? '654321' : '123456'
  const statuses: number[] = []
  for (let round = 0; round < 2; round += 1) {
    const token = await givePassphrase(service)
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await giveCode(service, token, wrong)).status)
  }
  // One of the 20 an hour turned the codes on.
  assert.deepEqual([statuses.filter((status) => status === 401).length, statuses.at(-1)], [19, 429])
})

test('turning codes on asks for a right code first, and ends every other session', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  const other = await sessionOf(service, session.editor)
  await session.post('/console/account/codes/start')
  const refused = await session.post('/console/account/codes', { code: '12345' })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /Code is not the current code/u)
  const signIn = { email: EMAIL, passphrase: PASSPHRASE }
  assert.equal((await anonymous(service).post('/console/sign-in', signIn)).status, 303, 'no code is asked for yet')
  const { codeNow } = await setUp(service, session)
  assert.equal((await other.get('/console/account')).status, 303)
  assert.equal((await session.post('/console/account/codes/start')).status, 409)
  assert.equal((await session.post('/console/account/codes', { code: codeNow() })).status, 409)
  const removed = await session.post('/console/account/codes/remove')
  assert.equal(removed.headers.get('location'), '/console/account?done=codes-removed')
  assert.equal((await anonymous(service).post('/console/sign-in', signIn)).status, 303)
  assert.equal((await session.post('/console/account/codes/remove')).status, 404)
})

test('an admin resets the second factor of somebody who lost it; the passphrase stays', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  await setUp(service, session)
  const token = await givePassphrase(service)
  await service.run(resetSecondFactor, { id: session.editor.id, actor: 'cli' })
  assert.equal((await session.get('/console/account')).status, 303)
  assert.equal((await giveCode(service, token, '123456')).status, 404)
  const signIn = { email: EMAIL, passphrase: PASSPHRASE }
  assert.equal((await anonymous(service).post('/console/sign-in', signIn)).status, 303)
})

test('every change of a second factor is mailed to its owner and recorded', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  const { recovery } = await setUp(service, session)
  await giveCode(service, await givePassphrase(service), recovery[0] ?? '')
  await session.post('/console/account/recovery-codes')
  await session.post('/console/account/codes/remove')
  await service.run(resetSecondFactor, { id: session.editor.id, actor: 'cli' })
  const mailed = (await waitingEmails(service)).map(({ subject, text, to }) => [
    to,
    subject,
    text.includes(recovery[1] ?? ''),
  ])
  assert.deepEqual(
    mailed.slice(2),
    [
      'One-time codes for Ada',
      'A recovery code of Ada was used',
      'A sign-in as Ada from a new browser',
      'New recovery codes for Ada',
      'The one-time codes of Ada were removed',
      'The second factor of Ada was reset',
    ].map((subject) => [EMAIL, `[House] ${subject}`, false]),
  )
  const { records } = await service.store.private.audit.list(
    { actor: null, act: null, subject: session.editor.id },
    null,
    50,
  )
  const acts = records.map(({ act }) => act).filter((act) => /^(?:codes|recovery-code|editor\.reset)/u.test(act))
  assert.deepEqual(acts, ['editor.reset', 'codes.remove', 'recovery-code.renew', 'recovery-code.use', 'codes.add'])
})

// Responses of a real device, and replayed, late or changed ones, are in test/browser/console-sign-in.test.ts.

const named = (t: Parameters<typeof startTestService>[0]): Promise<TestService> =>
  startTestService(t, { publicUrl: (listening) => listening.replace('127.0.0.1', 'localhost') })

const sendJson = (service: TestService, path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.send('POST', path, body, { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers })

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

type Options = { publicKey: { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } } }

const challengeFor = async (service: TestService, { headers }: EditorSession): Promise<Options['publicKey']> =>
  ((await (await sendJson(service, '/console/passkeys/challenge', '', headers)).json()) as Options).publicKey

test('a browser is asked for a passkey of this host that its owner unlocks', async (t) => {
  const service = await named(t)
  const editor = await signedIn(service, 'editor')
  const { rp, user } = await challengeFor(service, editor)
  assert.equal(rp?.id, 'localhost')
  assert.equal(Buffer.from(user?.id ?? '', 'base64url').toString(), editor.editor.id)
  const options = (await (await sendJson(service, '/console/passkeys/sign-in/challenge', '')).json()) as Options
  assert.deepEqual(
    { ...options.publicKey, challenge: '' },
    { challenge: '', rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] },
  )
  assert.match(options.publicKey.challenge, /^[\w-]{32}$/u)
})

test('an undecodable response is refused and never an internal error', async (t) => {
  const service = await named(t)
  const editor = await signedIn(service, 'editor')
  const rubbish: unknown[] = ['', '{}', 'null', '[]', '"x"', '{"answer":null}']
  const clientData = [null, [], { challenge: 7 }, { challenge: 'x'.repeat(32) }].map(encoded)
  for (const clientDataJSON of ['x', ...clientData]) {
    const response = { clientDataJSON, attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
    rubbish.push({ label: 'x', answer: { id: 'AAAA', response } })
  }
  for (const body of rubbish) {
    assert.equal((await sendJson(service, '/console/passkeys', body, editor.headers)).status, 400, JSON.stringify(body))
    assert.ok([400, 401].includes((await sendJson(service, '/console/passkeys/sign-in', body)).status))
  }
  assert.deepEqual(
    service.logged.filter(({ level }) => level === 'error'),
    [],
  )
})

test('a valid challenge with an invalid response is used up, and one of another editor stays theirs', async (t) => {
  const service = await named(t)
  const [mine, other] = [await signedIn(service, 'editor'), await signedIn(service, 'editor')]
  const { challenge } = await challengeFor(service, mine)
  const clientData = { type: 'webauthn.create', challenge, origin: service.url.replace('127.0.0.1', 'localhost') }
  const credential = { id: 'AAAA', response: { clientDataJSON: encoded(clientData), attestationObject: 'oGNmbXQ' } }
  assert.equal(
    (await sendJson(service, '/console/passkeys', { label: 'x', answer: credential }, other.headers)).status,
    400,
  )
  assert.equal(
    (
      await sendJson(service, '/console/passkeys/sign-in', {
        answer: {
          ...credential,
          response: { ...credential.response, authenticatorData: 'AAAA', signature: 'AAAA' },
        },
      })
    ).status,
    401,
  )
  const refused = await sendJson(service, '/console/passkeys', { label: 'x', answer: credential }, mine.headers)
  assert.equal(refused.status, 400)
  assert.match(((await refused.json()) as { error: string }).error, /^passkey: could not be verified/u)
  const accepts = (): Promise<boolean> =>
    service.store.transact((tx) => tx.passkeys.consumeChallenge(hashSecret(challenge), mine.editor.id, '2026-01-01'))
  assert.equal(await accepts(), false)
  assert.deepEqual(await service.store.private.passkeys.listByEditor(mine.editor.id), [])
})

test('challenges for signing in are limited for an address', async (t) => {
  const service = await named(t)
  const statuses = new Map<number, number>()
  for (let count = 0; count < 61; count += 1) {
    const { status } = await sendJson(service, '/console/passkeys/sign-in/challenge', '')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.deepEqual(Object.fromEntries(statuses), { 200: 60, 429: 1 })
})

test('a passkey needs a name', async (t) => {
  const service = await named(t)
  const { headers } = await signedIn(service, 'editor')
  const credential = { id: 'AAAA', response: { clientDataJSON: encoded({}), attestationObject: 'AAAA' } }
  for (const label of ['', '  ', 'x'.repeat(101), 'a\u0000b']) {
    const refused = await sendJson(service, '/console/passkeys', { label, answer: credential }, headers)
    assert.match(((await refused.json()) as { error: string }).error, /^label: /u)
  }
})

test('a passkey that is stored wrongly is a defect: logged whole, vague outside', async (t) => {
  const service = await named(t)
  const { editor } = await signedIn(service, 'editor')
  const passkey = { id: 'AAAA', editorId: editor.id, label: 'x', publicKey: 'AAAA', counter: 0, transports: [] }
  const createdAt = service.clock.now().toISOString()
  await service.store.transact((tx) => tx.passkeys.add({ ...passkey, createdAt, usedAt: null }))
  const options = (await (await sendJson(service, '/console/passkeys/sign-in/challenge', '')).json()) as Options
  const origin = service.url.replace('127.0.0.1', 'localhost')
  const clientDataJSON = encoded({ type: 'webauthn.get', challenge: options.publicKey.challenge, origin })
  const credential = { id: 'AAAA', response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' } }
  const response = await sendJson(service, '/console/passkeys/sign-in', { answer: credential })
  assert.equal(response.status, 500)
  assert.doesNotMatch(await response.text(), /passkey|key|AAAA/iu)
  assert.equal(service.logged.filter(({ level }) => level === 'error').length, 1)
})

const passkey = { id: 'AAAA', label: 'Key', publicKey: 'AAAA', counter: 0, transports: [], usedAt: null }

const addPasskey = ({ store, clock }: TestService, { editor }: EditorSession): Promise<void> =>
  store.transact((tx) => tx.passkeys.add({ ...passkey, editorId: editor.id, createdAt: clock.now().toISOString() }))

/** What the editors decided, apart from the table: what somebody may do who still has to set up a second factor. */
const SET_UP =
  /^\/console\/(?:second-factor|confirm(?:\/\w+)?|sign-out|account\/codes(?:\/start)?|passkeys(?:\/challenge)?)$/u
const ALWAYS = /^\/console\/(?:second-factor|confirm(?:\/\w+)?|sign-out)$/u

/** Whether a row does what it is for, or leads to the page about second factors. */
const isLetIn = async (browser: EditorSession, route: (typeof consoleTable)[number]): Promise<boolean> => {
  const path = samplePath(route)
  const response = route.method === 'get' ? await browser.get(path) : await browser.post(path)
  if (response.headers.get('location') === '/console/second-factor') return false
  return !(response.status === 403 && (await response.text()).includes('needs a passkey or one-time codes'))
}

test('who must have a second factor and has none can set one up, and nothing else', async (t) => {
  const service = await startTestService(t, { secondFactorRole: 'reviewer' })
  await fillConsole(service)
  const editors = await signedInEach(service)
  for (const [hasPasskey, allowed] of [
    [false, SET_UP],
    [true, ALWAYS],
  ] as const) {
    if (hasPasskey) await addPasskey(service, editors.admin)
    for (const route of consoleTable.filter(({ access }) => access !== 'public' && access !== 'token')) {
      const session = await sessionOf(service, editors.admin.editor)
      assert.equal(await isLetIn(session, route), allowed.test(route.path), `${route.method} ${route.path}`)
    }
  }
})

test('only the roles that must have a second factor are held back', async (t) => {
  const service = await startTestService(t, { secondFactorRole: 'editor' })
  const editors = await signedInEach(service)
  const found = await Promise.all(roles.map(async (role) => (await editors[role].get('/console/queue')).status))
  assert.deepEqual(found, [200, 303, 303])
})

/** Where the queue sends a session; null if it shows itself. */
const stateOf = async (session: EditorSession): Promise<string | null> =>
  (await session.get('/console/queue')).headers.get('location')

for (const engine of engines)
  test(`unless it is set, admins must have a second factor as soon as there is a second account (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine, secondFactorRole: null })
    const admin = await signedIn(service, 'admin')
    assert.equal(await stateOf(admin), null, 'who is alone')
    assert.match(
      await (await admin.get('/console/people')).text(),
      /As soon as there are two users, admins sign in with/u,
    )

    service.clock.advance(60)
    const editor = await signedIn(service, 'editor')
    assert.equal(await stateOf(editor), null, 'other roles')
    assert.equal(await stateOf(admin), null, 'a session from before goes on')
    const next = await sessionOf(service, admin.editor)
    assert.equal(await stateOf(next), '/console/second-factor')
    assert.match(await (await next.get('/console/second-factor')).text(), /Set up one-time codes/u)
    await setUp(service, next)
    assert.equal(await stateOf(next), null)
    assert.equal((await next.post('/console/account/codes/remove')).status, 409, 'not the last one')

    await service.run(resetSecondFactor, { id: admin.editor.id, actor: 'cli' })
    const back = await sessionOf(service, admin.editor)
    assert.equal(await stateOf(back), '/console/second-factor', 'a reset leads back to the first step')
    await service.run(removeEditor, { id: editor.editor.id, actor: 'cli' })
    assert.equal(await stateOf(back), null, 'alone again')
  })

test('a setting is obeyed, none as well, however many accounts there are', async (t) => {
  const service = await startTestService(t, { secondFactorRole: 'none' })
  const { admin } = await signedInEach(service)
  assert.equal((await admin.get('/console/queue')).status, 200)
  assert.doesNotMatch(await (await admin.get('/console/people')).text(), /As soon as there are two users/u)
})

test('setting up one-time codes leads into the console; the last second factor stays', async (t) => {
  const service = await startTestService(t, { secondFactorRole: 'admin' })
  const admin = await signedIn(service, 'admin')
  assert.equal((await admin.get('/console/queue')).headers.get('location'), '/console/second-factor')
  assert.match(await (await admin.get('/console/second-factor')).text(), /Set up one-time codes/u)
  await admin.post('/console/account/codes/start')
  const sealed = (await service.store.private.secondFactors.find(admin.editor.id))?.sealedSecret ?? ''
  const secret = secretBox(() => 'the key of the test').open(sealed, admin.editor.id)
  assert.ok(secret !== null)
  assert.equal((await admin.get('/console/queue')).status, 303, 'not before the first code')
  const done = await admin.post('/console/account/codes', { code: oneTimeCode(secret, service.clock.now()) })
  assert.equal(done.status, 201)
  assert.equal((await admin.get('/console/queue')).status, 200)
  assert.equal((await admin.post('/console/account/codes/remove')).status, 409)
  await addPasskey(service, admin)
  assert.equal((await admin.post('/console/account/codes/remove')).status, 303)
  assert.equal((await admin.post('/console/passkeys/remove', { id: passkey.id })).status, 409)
  assert.equal((await service.store.private.passkeys.listByEditor(admin.editor.id)).length, 1)
})
