import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../../support/service/read-responses.ts'
import { decide, submit } from '../../../support/service/review.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import type { Submitted } from '../../../support/requests/submissions.ts'

test('a submitted paper is hidden until accepted, and looks like a missing one', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p7' }))
  const hidden = await (await service.get('/api/papers/p7')).text()
  const missing = await (await service.get('/api/papers/p8')).text()
  assert.equal(hidden.replaceAll('p7', 'p8'), missing)
  await decide(service, 'p7', 'accept')
  assert.equal((await service.get('/api/papers/p7')).status, 200)
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p7'])
})

test('a submission is answered 201 with its state, its status address, and the findings', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const response = await submit(service, key, leastPaper({ id: 'p7' }))
  const statusUrl = `${service.url}/api/submissions/p7`
  assert.equal(response.headers.get('location'), statusUrl)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(
    await response.text(),
    `{"success":true,"id":"p7","status":"pending","statusUrl":"${statusUrl}","possibleDuplicates":[],"ignored":[]}`,
  )
  assert.equal((await fetch(statusUrl, { headers: { 'x-api-key': key } })).status, 200)
})

test('id, title, authors and year are enough; each of them is required', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper())
  const missing = await service.send('POST', '/api/papers', {}, { 'x-api-key': key })
  assert.deepEqual((await assertFailure(missing, 'corpus', 400)).paths, ['id', 'title', 'authors', 'year'])
})

test('every field of a paper may be sent, editorial ones too, and is public as it was sent once accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const paper = wholePaper({ type: 'benchmark', fullText: 'The whole text.' })
  const { ignored } = await jsonOf<Submitted>(await submit(service, key, paper))
  assert.deepEqual(ignored, [])
  assert.equal((await service.get('/api/papers/p1')).status, 404)
  await decide(service, 'p1', 'accept')
  const { type: _type, ...shown } = paper
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: shown })
  assert.equal((await jsonOf(await service.get('/api/v1/papers/p1'))).type, 'benchmark')
})

test('unknown fields are named in the response and otherwise ignored', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const unknown = {
    status: 'accepted',
    state: 'accepted',
    submittedBy: 'somebody',
    seq: 1,
    longhorizonscore: 1,
    'house-commentary': 'x',
    constructor: 1,
    'a "quoted" name\u0000': { deep: [null] },
  }
  const body = JSON.stringify(leastPaper(unknown)).replace('{', '{"__proto__":{"state":"accepted"},')
  const response = await service.send('POST', '/api/papers', body, { 'x-api-key': key })
  assert.equal(response.status, 201)
  const { ignored } = await jsonOf<Submitted>(response)
  assert.deepEqual(ignored, ['__proto__', ...Object.keys(unknown)])
  assert.deepEqual(await idsAt(service, '/api/papers'), [])
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: leastPaper() })
})

test('optional values at the edges of their ranges are accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const edges: Record<string, unknown>[] = [
    { longHorizonScore: 0, enterpriseScore: 0 },
    { longHorizonScore: 1, enterpriseScore: 1 },
    { chapter: 1 },
    { chapter: 7 },
    { year: 2027 },
    { year: 1800 },
    { topics: [], concepts: [], frameworkMappings: [] },
    { title: 't' },
    { authors: Array.from({ length: 1_000 }, (_, index) => `Author ${index}`) },
    { url: 'http://example.org' },
    { abstract: 'Two\nlines' },
    { fullText: 'é'.repeat(500_000) },
  ]
  for (const [index, edge] of edges.entries()) {
    await submit(service, key, leastPaper({ id: `p${index}`, ...edge }))
    await decide(service, `p${index}`, 'accept')
    assert.equal((await service.get(`/api/papers/p${index}`)).status, 200)
  }
})

test('an id is p and 1 to 15 digits', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p0', 'p1', 'p007', 'p7', 'p000000000000007', 'p999999999999999']) {
    await submit(service, key, leastPaper({ id }))
    await decide(service, id, 'accept')
  }
  assert.equal((await idsAt(service, '/api/papers')).length, 6)
  for (const id of ['p', 'P7', '7', 'p1234567890123456', 'p-1', 'p1.0', 'p 1', ' p1', 'p1\n', 'p٣', 'pp1', '', 7]) {
    const response = await service.send('POST', '/api/papers', leastPaper({ id }), { 'x-api-key': key })
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['id'], JSON.stringify(id))
  }
})
