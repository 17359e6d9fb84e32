import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { removeEditor } from '#actions/accounts/remove-editor.ts'
import { anonymous, sessionOf, signedIn } from '../../../support/service/editor-session.ts'
import { addSignedInEditor, isSignedIn, trySignIn } from '../../../support/service/sign-in.ts'
import { startTestService } from '../../../support/service/test-service.ts'

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

test('the console opens with the queue', async (t) => {
  const { get } = await signedIn(await startTestService(t), 'reviewer')
  assert.equal((await get('/console')).headers.get('location'), '/console/queue')
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
