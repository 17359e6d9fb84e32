import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '#core/access/editor.ts'
import { oneTimeCode } from '#core/access/one-time-code.ts'
import { secretBox } from '#auth/secret-box.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/console-routes.ts'
import { sessionOf, signedIn, signedInEach, type EditorSession } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

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
