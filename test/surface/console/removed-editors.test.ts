import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { removeEditor } from '#actions/accounts/remove-editor.ts'
import { createKey } from '#actions/accounts/create-key.ts'
import { rotateKey } from '#actions/accounts/rotate-key.ts'
import { engines } from '../../support/database/engines.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

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
    const told = new URL(location, service.url).searchParams.get('keys')?.split(',') ?? []
    assert.deepEqual(new Set(told), new Set([created.record.id, rotated, overlapping]))
    const live = (await service.store.private.keys.list()).filter(({ revokedAt }) => revokedAt === null)
    assert.deepEqual(new Set(live.map(({ id }) => id)), new Set([foreign.record.id, takenOver]))
    assert.equal((await service.get('/api/submissions', { 'x-api-key': created.key })).status, 401)
    assert.equal((await service.get('/api/submissions', { 'x-api-key': foreign.key })).status, 200)
    const page = await (await admin.get(location)).text()
    for (const id of told) assert.match(page, new RegExp(`Revoked keys: [^.]*${id}`, 'u'))
    assert.equal((await admin.get('/console/people?done=removed&keys=%3Cb%3E')).status, 400)
  })

test('an editor without keys is removed without a word about them', async (t) => {
  const service = await startTestService(t)
  const person = { name: 'Ada', email: 'ada@example.org', role: 'editor', actor: 'test' } as const
  const { editor } = await service.run(addEditor, person)
  assert.deepEqual(await service.run(removeEditor, { id: editor.id, actor: 'test' }), [])
})
