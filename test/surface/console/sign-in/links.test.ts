import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFirstAdmin } from '#actions/accounts/create-first-admin.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { anonymous } from '../../../support/service/editor-session.ts'
import {
  PASSPHRASE,
  addSignedInEditor,
  cookieOf,
  invite,
  isSignedIn,
  trySignIn,
} from '../../../support/service/sign-in.ts'
import { startTestService } from '../../../support/service/test-service.ts'

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
    ['Password 1234', /Passphrase is one that many people use/u],
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
