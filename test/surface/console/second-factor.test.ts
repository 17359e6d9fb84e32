import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQr from 'qr/decode.js'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { resetSecondFactor } from '#actions/second-factors/reset-second-factor.ts'
import { oneTimeCode } from '#core/access/one-time-code.ts'
import type { Editor, Role } from '#core/access/editor.ts'
import { secretBox } from '#auth/secret-box.ts'
import { engines } from '../../support/database/engines.ts'
import { waitingEmails } from '../../support/mail/waiting-emails.ts'
import { anonymous, sessionOf, type EditorSession } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

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
  assert.match(await refused.text(), /Code is not the one that the app should show now/u)
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

test('every change of a second factor is told to its owner and recorded', async (t) => {
  const service = await startTestService(t)
  const session = await withPassphrase(service)
  const { recovery } = await setUp(service, session)
  await giveCode(service, await givePassphrase(service), recovery[0] ?? '')
  await session.post('/console/account/recovery-codes')
  await session.post('/console/account/codes/remove')
  await service.run(resetSecondFactor, { id: session.editor.id, actor: 'cli' })
  const told = (await waitingEmails(service)).map(({ subject, text, to }) => [
    to,
    subject,
    text.includes(recovery[1] ?? ''),
  ])
  assert.deepEqual(
    told.slice(2),
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
