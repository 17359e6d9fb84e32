import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../../support/service/read-responses.ts'
import { decide, submit, submitInto } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { startTestService } from '../../../support/service/test-service.ts'

test('a resubmission puts the whole paper in place of the last, and what it leaves out is gone', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, wholePaper({ fullText: 'Old text.', type: 'survey' }))
  await decide(service, 'p1', 'ask')
  const rework = leastPaper({ title: 'Reworked', longHorizonScore: 0.2 })
  await service.send('PUT', '/api/submissions/p1', rework, { 'x-api-key': key })
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: rework })
  assert.equal((await jsonOf(await service.get('/api/v1/papers/p1'))).type, undefined)
  assert.deepEqual(await idsAt(service, '/api/v1/papers?type=survey'), [])
  assert.deepEqual(await idsAt(service, '/api/papers?chapter=4'), [])
  assert.deepEqual(await jsonOf(await service.get('/api/v1/concepts')), { concepts: [] })
})

test('a resubmission changes the place of the paper in the public order, not its age', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2', 'p3']) await submit(service, key, leastPaper({ id, longHorizonScore: 0.5 }))
  for (const id of ['p1', 'p2']) await decide(service, id, 'ask')
  const put = (id: string, longHorizonScore: number) =>
    service.send('PUT', `/api/submissions/${id}`, leastPaper({ id, longHorizonScore }), { 'x-api-key': key })
  await put('p2', 0.9)
  await put('p1', 0.5)
  for (const id of ['p3', 'p1', 'p2']) await decide(service, id, 'accept')
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p2', 'p1', 'p3'])
})

test('a resubmission is checked like a submission, all errors at once, and a refused one changes nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submitInto(service, { key, state: 'changes_requested', paper: { id: 'p7' } })
  const before = await stateSnapshot(service, key)
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    service.send('PUT', '/api/submissions/p7', body, { 'x-api-key': key, ...headers })
  const wrong = await assertFailure(await put({ id: 'p7', title: '', year: 'soon' }), 'corpus', 400)
  assert.deepEqual(wrong.paths, ['title', 'authors', 'year'])
  assert.deepEqual((await assertFailure(await put(leastPaper({ id: 'p8' })), 'corpus', 400)).paths, ['id'])
  assert.equal((await assertFailure(await put('{'), 'corpus', 400)).code, 'malformed')
  await assertFailure(await put(leastPaper({ id: 'p7' }), { 'content-type': 'text/plain' }), 'corpus', 415)
  await assertFailure(await put(leastPaper({ id: 'p7', fullText: 'x'.repeat(2_000_000) })), 'corpus', 413)
  assert.deepEqual(await stateSnapshot(service, key), before)
})
