import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#core/access/key-format.ts'
import { signedIn, type EditorSession } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

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
  assert.match(((await refused.json()) as { error: string }).error, /^passkey: could not be checked/u)
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
