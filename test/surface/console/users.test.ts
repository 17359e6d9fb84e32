import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anonymous, sessionOf, signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { addEditor, removeEditor } from '#actions/editors.ts'
import { createKey, rotateKey } from '#actions/api-keys.ts'
import { engines } from '../../support/database/engines.ts'

const person = { name: 'Ada <script>', email: 'ada@example.org', role: 'editor' }

test('an admin adds an editor and sees the link once; the editor signs in by it', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const made = await admin.post('/console/people', person)
  assert.equal(made.status, 201)
  const page = await made.text()
  assert.match(page, /Ada &lt;script&gt;/u)
  const [link = '', token = ''] = /http:\/\/127\.0\.0\.1:\d+\/console\/link\?token=(\w{32})/u.exec(page) ?? []
  assert.ok(link.startsWith(service.url))
  assert.ok(!(await (await admin.get('/console/people')).text()).includes(token))
  const used = await anonymous(service).post('/console/link', { token, passphrase: 'correct horse battery staple' })
  assert.equal(used.status, 303)
  assert.match(await (await admin.get('/console/people')).text(), /ada@example\.org[^]*passphrase/u)
})

test('an error keeps the input and names its field', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const refused = await admin.post('/console/people', { ...person, email: 'nowhere' })
  assert.equal(refused.status, 400)
  const page = await refused.text()
  assert.match(page, /value="Ada &lt;script&gt;"/u)
  assert.match(page, /Email address must be one email address/u)
  assert.equal((await admin.post('/console/people', { ...person, role: 'king' })).status, 400)
  await admin.post('/console/people', person)
  const twice = await admin.post('/console/people', { ...person, email: 'ADA@example.org' })
  assert.match(await twice.text(), /Email address already belongs to another editor/u)
  assert.equal((await service.store.private.editors.list()).length, 2)
})

test('roles are changed and editors removed, at once; the last admin stays', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const other = await signedIn(service, 'reviewer')
  const { id } = other.editor
  const raised = await admin.post('/console/people/role', { id, role: 'editor' })
  assert.equal(raised.headers.get('location'), '/console/people?done=role')
  assert.equal((await other.get('/console/audit')).status, 200)
  const removed = await admin.post('/console/people/remove', { id })
  assert.equal(removed.headers.get('location'), '/console/people?done=removed')
  assert.equal((await other.get('/console/account')).status, 303)
  assert.equal((await admin.post('/console/people/remove', { id })).status, 404)
  for (const [path, fields] of [
    ['/console/people/remove', {}],
    ['/console/people/role', { role: 'reviewer' }],
  ] as const) {
    const refused = await admin.post(path, { id: admin.editor.id, ...fields })
    assert.equal(refused.status, 409)
    assert.match(await refused.text(), /This is the last admin/u)
  }
  assert.equal((await admin.get('/console/people')).status, 200)
})

test('two admins who remove each other at the same moment: one of them stays', async (t) => {
  const service = await startTestService(t)
  const [first, second] = [await signedIn(service, 'admin'), await signedIn(service, 'admin')]
  const statuses = await Promise.all([
    first.post('/console/people/remove', { id: second.editor.id }).then(({ status }) => status),
    second.post('/console/people/remove', { id: first.editor.id }).then(({ status }) => status),
  ])
  // The slower one would remove the last admin, or has already been removed.
  assert.deepEqual(
    [
      statuses.filter((status) => status === 303).length,
      statuses.filter((status) => status === 401 || status === 409).length,
    ],
    [1, 1],
  )
  const admins = (await service.store.private.editors.list()).filter(({ removedAt }) => removedAt === null)
  assert.equal(admins.length, 1)
})

test('a new link, a role and a removal are recorded with who did it', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const { editor } = await signedIn(service, 'reviewer')
  const made = await admin.post('/console/people/link', { id: editor.id })
  assert.equal(made.status, 201)
  await admin.post('/console/people/role', { id: editor.id, role: 'editor' })
  await admin.post('/console/people/remove', { id: editor.id })
  const { records } = await service.store.private.audit.list(
    { actor: `editor:${admin.editor.id}`, act: null, subject: editor.id },
    null,
    50,
  )
  assert.deepEqual(
    records.map(({ act, before, after }) => [act, before, after]),
    [
      ['editor.remove', '{"name":"Some reviewer","role":"editor"}', null],
      ['editor.role', '{"role":"reviewer"}', '{"role":"editor"}'],
      ['editor.link', null, null],
    ],
  )
  const log = await (await (await sessionOf(service, admin.editor)).get(`/console/audit?subject=${editor.id}`)).text()
  assert.match(log, /Some admin/u)
})

for (const engine of engines)
  test(`${engine.name}: with an editor go the keys whose secret they were shown, and no others`, async (t) => {
    const service = await startTestService(t, { engine })
    const admin = await signedIn(service, 'admin')
    const leaving = await signedIn(service, 'admin')
    const [stays, goes] = [`editor:${admin.editor.id}`, `editor:${leaving.editor.id}`]
    const create = async (label: string, actor: string) =>
      service.run(createKey, { label, scopes: ['submit'], expiresAt: null, actor })
    const rotate = (id: string, actor: string, overlapHours: number) =>
      service.run(rotateKey, { id, overlapHours, actor })
    const created = await create('created', goes)
    const foreign = await create('foreign', stays)
    const rotated = (await create('rotated', stays)).record.id
    await rotate(rotated, goes, 0)
    const overlapping = (await create('overlapping', goes)).record.id
    await rotate(overlapping, stays, 24)
    const takenOver = (await create('taken over', goes)).record.id
    await rotate(takenOver, stays, 0)
    const response = await admin.post('/console/people/remove', { id: leaving.editor.id })
    const location = response.headers.get('location') ?? ''
    const revoked = new URL(location, service.url).searchParams.get('keys')?.split(',') ?? []
    assert.deepEqual(new Set(revoked), new Set([created.record.id, rotated, overlapping]))
    const live = (await service.store.private.keys.list()).filter(({ revokedAt }) => revokedAt === null)
    assert.deepEqual(new Set(live.map(({ id }) => id)), new Set([foreign.record.id, takenOver]))
    assert.equal((await service.get('/api/submissions', { 'x-api-key': created.key })).status, 401)
    assert.equal((await service.get('/api/submissions', { 'x-api-key': foreign.key })).status, 200)
    const page = await (await admin.get(location)).text()
    for (const id of revoked) assert.match(page, new RegExp(`Revoked keys: [^.]*${id}`, 'u'))
    assert.equal((await admin.get('/console/people?done=removed&keys=%3Cb%3E')).status, 400)
  })

test('an editor without keys is removed without a message about keys', async (t) => {
  const service = await startTestService(t)
  const person = { name: 'Ada', email: 'ada@example.org', role: 'editor', actor: 'test' } as const
  const { editor } = await service.run(addEditor, person)
  assert.deepEqual(await service.run(removeEditor, { id: editor.id, actor: 'test' }), [])
})
