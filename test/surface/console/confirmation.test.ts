import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import type { Role } from '#core/access/editor.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/routes.ts'
import { anonymous, sameOrigin, sessionOf, signedIn, type EditorSession } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const PASSPHRASE = 'correct horse battery staple'
const TEN_MINUTES = 600

/** An editor with a passphrase, who signed in ten minutes ago. */
const signedInBefore = async (service: TestService, role: Role = 'admin'): Promise<EditorSession> => {
  const person = { name: 'Ada Example', email: 'ada@example.org', role, actor: 'test' }
  const { editor, token } = await service.run(addEditor, person)
  await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  const session = await sessionOf(service, editor)
  service.clock.advance(TEN_MINUTES)
  return session
}

const rowsOfStore = async ({ store }: TestService) =>
  JSON.stringify([
    await store.private.keys.list(),
    await store.private.editors.list(),
    await store.private.audit.head(),
  ])

/** The hidden fields of a page, as a browser would send them. */
const hiddenFields = (page: string): [string, string][] =>
  [...page.matchAll(/<input type="hidden" name="(?<name>[^"]*)" value="(?<value>[^"]*)"/gu)].map(({ groups }) => [
    groups?.name ?? '',
    groups?.value ?? '',
  ])

/** The decided rule, written apart from the table: everything that changes who may do what. */
const opensDoors = (path: string): boolean =>
  /^\/console\/(?:keys|people|passkeys|account\/(?:codes|recovery-codes))\b/u.test(path) &&
  !path.startsWith('/console/passkeys/sign-in')

test('every row that changes keys, people, links or passkeys asks for a confirmation, and no other row of these', () => {
  const changing = consoleTable.filter(({ method, path }) => method !== 'get' && opensDoors(path))
  assert.ok(changing.length >= 10)
  assert.deepEqual(
    changing.filter(({ needsConfirmation }) => needsConfirmation !== true).map(({ path }) => path),
    [],
  )
})

test('ten minutes after signing in, none of these rows does anything before a confirmation', async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  const admin = await signedInBefore(service)
  const before = await rowsOfStore(service)
  for (const route of consoleTable.filter(({ needsConfirmation }) => needsConfirmation)) {
    const page = await admin.post(samplePath(route))
    assert.equal(page.status, 403, route.path)
    assert.match(await page.text(), /<h1>Confirm it is you<\/h1>/u, route.path)
    const script = await admin.post(samplePath(route), {}, { accept: 'application/json' })
    assert.equal(((await script.json()) as { code: string }).code, 'confirmation_missing', route.path)
  }
  assert.equal(await rowsOfStore(service), before)
})

test('a confirmation by passphrase goes on to the form that was sent, with all of its fields', async (t) => {
  const service = await startTestService(t)
  const admin = await signedInBefore(service)
  const form: [string, string][] = [
    ['label', 'Lab "A" & co'],
    ['email', 'lab@example.org'],
    ['scopes', 'submit'],
    ['scopes', 'review'],
    ['days', '7'],
  ]
  const held = await admin.post('/console/keys', form)
  const asked = await held.text()
  assert.match(asked, /value="Lab &quot;A&quot; &amp; co"/u)
  const fields = hiddenFields(asked.replaceAll('&quot;', "'").replaceAll('&amp;', '+'))
  assert.deepEqual(
    fields.filter(([name]) => name === 'scopes'),
    form.filter(([name]) => name === 'scopes'),
  )
  const wrong = await admin.post('/console/confirm', [...fields, ['confirm-passphrase', 'wrong wrong wrong']])
  assert.equal(wrong.status, 400)
  const again = await wrong.text()
  assert.match(again, /That is not your passphrase/u)
  assert.doesNotMatch(again, /wrong wrong wrong/u)
  assert.equal(hiddenFields(again).length, fields.length)
  const followed = await fetch(`${service.url}/console/confirm`, {
    method: 'POST',
    headers: { ...admin.headers, ...sameOrigin },
    body: new URLSearchParams([...fields, ['confirm-passphrase', PASSPHRASE]]),
  })
  assert.equal(followed.url, `${service.url}/console/keys`)
  const made = await followed.text()
  assert.match(made, /lv_live_\w{38}/u)
  assert.doesNotMatch(made, new RegExp(PASSPHRASE, 'u'))
  const keys = await service.store.private.keys.list()
  assert.deepEqual(
    keys.map(({ label, email, scopes }) => [label, email, scopes]),
    [["Lab 'A' + co", 'lab@example.org', ['submit', 'review']]],
  )
})

test('a confirmation counts for ten minutes, in its own session only', async (t) => {
  const service = await startTestService(t)
  const here = await signedInBefore(service)
  const there = await sessionOf(service, here.editor)
  service.clock.advance(TEN_MINUTES)
  const role = { id: here.editor.id, role: 'admin' }
  const changed = async (session: EditorSession) => (await session.post('/console/people/role', role)).status
  assert.deepEqual([await changed(here), await changed(there)], [403, 403])
  const confirmed = await here.post('/console/confirm', {
    'confirm-passphrase': PASSPHRASE,
    'confirm-path': '/console/people',
  })
  assert.deepEqual([confirmed.status, confirmed.headers.get('location')], [303, '/console/people'])
  service.clock.advance(TEN_MINUTES - 1)
  assert.deepEqual([await changed(here), await changed(there)], [303, 403])
  service.clock.advance(1)
  assert.equal(await changed(here), 403)
})

test('a confirmation leads nowhere but to the console, and guesses at it are limited', async (t) => {
  const service = await startTestService(t)
  const admin = await signedInBefore(service)
  for (const path of ['https://evil.example/', '//evil.example', '/console/../x', '/papers']) {
    const given = await admin.post('/console/confirm', { 'confirm-passphrase': PASSPHRASE, 'confirm-path': path })
    assert.equal(given.headers.get('location'), '/console', path)
  }
  const guess = async () => (await admin.post('/console/confirm', { 'confirm-passphrase': 'x' })).status
  const statuses: number[] = []
  for (let count = 0; count < 17; count += 1) statuses.push(await guess())
  assert.deepEqual([statuses.filter((status) => status === 400).length, statuses.at(-1)], [16, 429])
})

test('an editor without a passphrase is offered none to type', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const page = await (await admin.get('/console/confirm?next=/console/keys')).text()
  assert.doesNotMatch(page, /type="password"/u)
  assert.equal((await admin.post('/console/confirm', { 'confirm-passphrase': '' })).status, 400)
})
