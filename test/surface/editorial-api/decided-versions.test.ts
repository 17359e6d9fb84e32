import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { acceptPending } from '#actions/decisions.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { editPaper } from '#actions/papers.ts'
import { engines, sqliteEngine, type TestEngine } from '../../support/database/engines.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** Submitters who change what waits, and editors who decide on what they saw. */
const opened = async (t: TestContext, engine: TestEngine) => {
  const service = await startTestService(t, { engine })
  const [submitter, reviewer] = [await service.key(), await service.key('review')]
  const send = (id: string) => submit(service, submitter, leastPaper({ id, title: `Title of ${id}` }))
  const withdraw = (id: string) => service.send('DELETE', `/api/submissions/${id}`, '', { 'x-api-key': submitter })
  const rework = async (id: string): Promise<void> => {
    await decide(service, id, 'ask')
    const paper = leastPaper({ id, title: 'Something nobody saw' })
    assert.equal((await service.send('PUT', `/api/submissions/${id}`, paper, { 'x-api-key': submitter })).status, 200)
  }
  const decideOverApi = (id: string, body: Record<string, unknown>) =>
    service.send('POST', `/api/editorial/submissions/${id}/decision`, body, { 'x-api-key': reviewer })
  return { service, send, withdraw, rework, decideOverApi }
}

for (const engine of engines)
  test(`${engine.name}: a decision without a version leaves alone what was resubmitted, and names its version`, async (t) => {
    const { service, send, rework, decideOverApi } = await opened(t, engine)
    for (const id of ['p1', 'p2', 'p3']) await send(id)
    await rework('p1')
    for (const decision of ['accept', 'ask', 'reject']) {
      const refused = await decideOverApi('p1', { decision, note: 'Because.' })
      const { code, version, error } = await jsonOf<{ code: string; version: number; error: string }>(refused)
      assert.deepEqual([refused.status, code, version], [409, 'wrong_state', 2], decision)
      assert.match(error, /p1@2/u)
    }
    const stale = await decideOverApi('p1', { decision: 'accept', version: 1 })
    assert.deepEqual([stale.status, (await jsonOf<{ version: number }>(stale)).version], [409, 2])
    assert.deepEqual(await idsAt(service, '/api/papers'), [])
    assert.equal((await decideOverApi('p1', { decision: 'accept', version: 2 })).status, 200)
    assert.equal((await decideOverApi('p2', { decision: 'accept' })).status, 200, 'never resubmitted')
    assert.equal((await decideOverApi('p3', { decision: 'accept', version: 1 })).status, 200)
    assert.deepEqual(new Set(await idsAt(service, '/api/papers')), new Set(['p1', 'p2', 'p3']))
  })

test('accepting all papers of a key leaves out what was resubmitted, and names it', async (t) => {
  const { service, send, rework } = await opened(t, sqliteEngine)
  for (const id of ['p1', 'p2', 'p3']) await send(id)
  await rework('p2')
  const filter = { submittedBy: null, session: null, maxRisk: null }
  const batch = await service.run(acceptPending, { filter, note: null, actor: 'cli', after: null })
  assert.deepEqual(batch, { accepted: 2, resubmitted: ['p2@2'], held: 0, unplaced: 0, next: null })
  assert.deepEqual(new Set(await idsAt(service, '/api/papers')), new Set(['p1', 'p3']))
})

for (const engine of engines)
  test(`${engine.name}: accepting many refuses another set of papers of the same size`, async (t) => {
    const { service, send, withdraw, rework } = await opened(t, engine)
    for (const id of ['p1', 'p2']) await send(id)
    const ada = await signedIn(service, 'editor')
    const form = async () => {
      const text = await (await ada.get('/console/accept-all')).text()
      return Object.fromEntries(
        [...text.matchAll(/<input type="hidden" name="(?<name>\w+)" value="(?<value>[^"]*)"/gu)].map(({ groups }) => [
          groups?.name ?? '',
          groups?.value ?? '',
        ]),
      )
    }
    const shown = await form()
    await withdraw('p2')
    await send('p3')
    const swapped = await ada.post('/console/accept-all', shown)
    assert.equal(swapped.status, 409)
    assert.match(await swapped.text(), /The queue has changed/u)
    const again = await form()
    await rework('p3')
    assert.equal((await ada.post('/console/accept-all', again)).status, 409, 'the same ids, another version')
    service.clock.advance(60)
    await service.run(applyDueDecisions, null)
    assert.deepEqual(await idsAt(service, '/api/papers'), [])
    assert.equal((await ada.post('/console/accept-all', await form())).status, 303)
    service.clock.advance(60)
    await service.run(applyDueDecisions, null)
    assert.deepEqual(new Set(await idsAt(service, '/api/papers')), new Set(['p1', 'p3']))
  })

for (const engine of engines)
  test(`${engine.name}: a scheduled decision is dropped when its paper was edited before it took effect`, async (t) => {
    const { service, send } = await opened(t, engine)
    await send('p1')
    const ada = await signedIn(service, 'editor')
    assert.equal((await ada.post('/console/queue/p1/decide', { event: 'accept', version: '1' })).status, 303)
    const stored = (await service.store.private.papers.findByIds(['p1'])).get('p1')
    assert.ok(stored !== undefined)
    const paper = { ...stored, title: 'Another', fullText: null }
    await service.run(editPaper, { paper, version: 1, actor: 'editor:ben', checkReport: null })
    service.clock.advance(60)
    assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 0, dropped: ['p1'], more: false })
    assert.deepEqual(await idsAt(service, '/api/papers'), [])
  })
