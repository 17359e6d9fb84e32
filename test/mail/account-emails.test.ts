import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import { createKey } from '#actions/api-keys.ts'
import { createFirstAdmin } from '#actions/first-credentials.ts'
import { openPostOffice } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { anonymous, signedIn } from '../support/service/editor-session.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'
import { noteAuditHead } from '#actions/housekeeping.ts'
import { verifyAudit } from '#queries/audit.ts'
import { engines } from '../support/database/engines.ts'

const PASSPHRASE = 'correct horse battery staple'
const FIREFOX = 'Mozilla/5.0 Firefox/150'

type Context = Parameters<typeof startTestService>[0]

/** A service, and the emails sent since the last call: recipient, subject and text. */
const opened = async (t: Context) => {
  const service = await startTestService(t)
  const office = await openPostOffice(t, service)
  let seen = 0
  const mailed = async () => {
    while ((await office.deliver()).more);
    const fresh = office.sink.emails.slice(seen)
    seen = office.sink.emails.length
    return fresh.map(({ to, raw }) => ({
      to: to.join(),
      subject: readEmail(raw).textField('subject'),
      ...readEmail(raw),
    }))
  }
  return { service, mailed }
}

const toAndSubject = (emails: readonly { to: string; subject: string | undefined }[]) =>
  emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()

test('the owner of an account and the admin who changed it are notified of every change', async (t) => {
  const { service, mailed } = await opened(t)
  const admin = await signedIn(service, 'admin')
  await mailed()
  const boss = admin.editor.email ?? ''
  const made = await admin.post('/console/people', { name: 'Ada', email: 'ada@example.org', role: 'editor' })
  assert.equal(made.status, 201)
  const ada = await service.store.private.editors.findByEmail('ada@example.org')
  const id = ada?.id ?? ''
  const both = (subject: string): string[] =>
    [`ada@example.org: [House] ${subject}`, `${boss}: [House] ${subject}`].toSorted()
  assert.deepEqual(toAndSubject(await mailed()), both('Ada was added'))
  await admin.post('/console/people/role', { id, role: 'admin' })
  const [role] = await mailed()
  assert.match(role?.text ?? '', /Ada got the role admin\.\r?\nIn the console, by Some admin, on 2026-11-\d\d at /u)
  await admin.post('/console/people/link', { id })
  const links = await mailed()
  assert.deepEqual(toAndSubject(links), both('A sign-in link for Ada'))
  for (const { text } of links) assert.doesNotMatch(text, /token=/u)
  await admin.post('/console/people/remove', { id })
  assert.deepEqual(toAndSubject(await mailed()), both('Ada was removed'))
})

test('the editor who changed a key is notified, without the key itself', async (t) => {
  const { service, mailed } = await opened(t)
  const admin = await signedIn(service, 'admin')
  await mailed()
  await admin.post('/console/keys', { label: 'A lab', scopes: 'submit', days: '' })
  const id = (await service.store.private.keys.list())[0]?.id ?? ''
  await admin.post(`/console/keys/${id}/renew`, { days: '7' })
  await admin.post(`/console/keys/${id}/rotate`, { overlapHours: '0' })
  await admin.post(`/console/keys/${id}/revoke`)
  const emails = await mailed()
  assert.deepEqual(
    emails.map(({ to, subject }) => [to, subject]),
    [
      'An API key was created',
      'The expiry of an API key changed',
      'An API key was replaced',
      'An API key was revoked',
    ].map((subject) => [admin.editor.email, `[House] ${subject}`]),
  )
  for (const { text } of emails) {
    assert.match(text, /API key “A lab”/u)
    assert.doesNotMatch(text, /lv_live/u)
  }
})

test('a change on the command line is mailed to the owner of the account, and keys made there to nobody', async (t) => {
  const { service, mailed } = await opened(t)
  await service.run(createKey, { label: 'x', scopes: ['submit'], expiresAt: null, actor: 'cli' })
  await service.run(addEditor, { name: 'Ada', email: 'ada@example.org', role: 'editor', actor: 'cli' })
  const emails = await mailed()
  assert.deepEqual(toAndSubject(emails), ['ada@example.org: [House] Ada was added'])
  assert.match(emails[0]?.text ?? '', /On the server, on /u)
})

test('a sign-in from a browser that the editor never used is mailed to them; one from a known browser is not', async (t) => {
  const { service, mailed } = await opened(t)
  const invited = await service.run(createFirstAdmin, null)
  const fields = { token: invited?.token ?? '', name: 'Grace', email: 'grace@example.org', passphrase: PASSPHRASE }
  const set = await anonymous(service).post('/console/link', fields)
  assert.deepEqual(toAndSubject(await mailed()), ['grace@example.org: [House] The passphrase of Grace changed'])
  const known = set.headers.getSetCookie().find((cookie) => cookie.startsWith('longview_browser='))
  assert.match(
    known ?? '',
    /^longview_browser=e_\w+~[\w-]{43}; Path=\/console; HttpOnly; SameSite=Strict; Max-Age=\d+$/u,
  )
  const cookie = known?.split(';')[0] ?? ''
  const signIn = (headers: Record<string, string>): Promise<Response> =>
    anonymous(service).post('/console/sign-in', { email: fields.email, passphrase: PASSPHRASE }, headers)
  assert.equal((await signIn({ cookie })).status, 303)
  assert.deepEqual(await mailed(), [])
  const strange = await signIn({ 'user-agent': FIREFOX })
  const [email, ...more] = await mailed()
  assert.deepEqual([email?.subject, more.length], ['[House] A sign-in as Grace from a new browser', 0])
  assert.ok(email?.text.includes(FIREFOX))
  assert.equal(strange.headers.getSetCookie().length, 2)
  const forged = cookie.replace(/~./u, '~!')
  for (const sent of [forged, cookie.replace(/~.*$/u, ''), 'longview_browser=~', 'longview_browser=']) {
    await signIn({ cookie: sent })
    assert.equal((await mailed()).length, 1, sent)
  }
})

test('a browser that two editors use is known to both', async (t) => {
  const { service, mailed } = await opened(t)
  let cookie = ''
  const use = async (service: TestService, name: string): Promise<void> => {
    const person = { name, email: `${name}@example.org`, role: 'editor' as const, actor: 'cli' }
    const { token } = await service.run(addEditor, person)
    const set = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE }, { cookie })
    cookie = set.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
  }
  for (const name of ['ada', 'grace']) await use(service, name)
  await mailed()
  for (const name of ['ada', 'grace']) {
    const fields = { email: `${name}@example.org`, passphrase: PASSPHRASE }
    assert.equal((await anonymous(service).post('/console/sign-in', fields, { cookie })).status, 303)
  }
  assert.deepEqual(await mailed(), [])
})

for (const engine of engines)
  test(`${engine.name}: the end of the audit log is mailed to the admins once a day while something is recorded`, async (t) => {
    const service = await startTestService(t, { engine })
    const { audit, outbox } = service.store.private
    assert.equal(await service.run(noteAuditHead, null), false, 'an empty log')
    const admins = [await signedIn(service, 'admin'), await signedIn(service, 'admin')]
    await signedIn(service, 'editor')
    const head = await audit.head()
    const processes = await Promise.all([1, 2, 3].map(() => service.run(noteAuditHead, null)))
    assert.deepEqual(
      processes.toSorted((a, b) => Number(a) - Number(b)),
      [false, false, true],
    )
    const emails = (await outbox.list(null, null, 10)).emails.filter(({ kind }) => kind === 'notice')
    assert.deepEqual(
      new Set(emails.map(({ to, kind }) => `${kind} ${to}`)),
      new Set(admins.map(({ editor }) => `notice ${editor.email}`)),
    )
    const now = service.clock.now().toISOString()
    const leased = await service.store.transact((tx) => tx.outbox.lease(now, now, 10, true))
    const email = leased.find(({ kind }) => kind === 'notice')
    assert.ok(email?.text?.includes(`\n${head.count}:${head.hash}\n`))
    assert.equal((await verifyAudit(audit, head)).fault, null)
    const rewritten = { ...head, hash: 'f'.repeat(64) }
    assert.equal((await verifyAudit(audit, rewritten)).fault?.fault, 'replaced')
    service.clock.advance(23 * 3_600)
    assert.equal(await service.run(noteAuditHead, null), true, 'the next day')
    service.clock.advance(26 * 3_600)
    assert.equal(await service.run(noteAuditHead, null), false, 'nothing new')
    await service.run(createKey, { label: 'a lab', scopes: ['submit'], expiresAt: null, actor: 'cli' })
    assert.equal(await service.run(noteAuditHead, null), true)
  })
