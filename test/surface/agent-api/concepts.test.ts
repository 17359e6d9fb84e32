import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { conceptsOf, corpusOf } from '../../support/corpora/concept-papers.ts'

test('without papers there are no concepts, and without editors no gaps', async (t) => {
  const service = await startTestService(t)
  assert.equal(await (await service.get('/api/v1/concepts')).text(), '{"concepts":[]}')
  assert.equal(await (await service.get('/api/v1/gaps')).text(), '{"gaps":[]}')
})

test('a concept has exactly the specified fields', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ concepts: ['Error recovery'] }))
  assert.equal(
    await (await service.get('/api/v1/concepts')).text(),
    '{"concepts":[{"id":"error-recovery","name":"Error recovery","paperCount":1,"trend":"emerging"}]}',
  )
})

test('concepts come by paper count descending, then by name', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...corpusOf({ 2026: 3 }, { few: { 2026: 1 }, middle: { 2026: 2 }, another: { 2026: 2 }, many: { 2026: 3 } }),
  )
  const concepts = await conceptsOf(service)
  assert.deepEqual(
    concepts.map(({ name, paperCount }) => [name, paperCount]),
    [
      ['many', 3],
      ['another', 2],
      ['middle', 2],
      ['few', 1],
    ],
  )
})

test('names that differ only in case, marks or hyphens are one concept', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', concepts: ['Tool-use', 'tool use', 'TOOL USE'] }),
    leastPaper({ id: 'p2', concepts: ['tool use'] }),
    leastPaper({ id: 'p3', concepts: ['tools'] }),
  )
  const concepts = await conceptsOf(service)
  assert.deepEqual(
    concepts.map(({ paperCount }) => paperCount),
    [2, 1],
  )
  assert.equal(new Set(concepts.map(({ id }) => id)).size, 2)
})

test('only accepted papers make a concept, and it disappears with the last of them', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const [index, state] of (['pending', 'changes_requested', 'rejected', 'withdrawn'] as const).entries())
    await submitInto(service, { key, state, paper: { id: `p${index}`, concepts: ['memory'] } })
  assert.deepEqual(await conceptsOf(service), [])
  await assertFailure(await service.get('/api/v1/concepts/memory'), 'agent', 404)
  await decide(service, 'p0', 'accept')
  assert.equal((await conceptsOf(service))[0]?.paperCount, 1)
  await decide(service, 'p0', 'retract')
  assert.deepEqual(await conceptsOf(service), [])
  await assertFailure(await service.get('/api/v1/concepts/memory'), 'agent', 404)
})

test('an unknown concept is a problem of status 404', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  for (const id of ['x', 'Checkpointing', 'checkpointing%20', '%00', '__proto__', 'constructor'])
    await assertFailure(await service.get(`/api/v1/concepts/${id}`), 'agent', 404)
  assert.equal((await service.get('/api/v1/concepts/checkpointing')).status, 200)
})

test('concepts are evaluated once for each revision of the corpus, and not at all for one of them', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', concepts: ['planning', 'memory'] }))
  // Its first use loads it.
  await service.store.public.concepts.list()
  const { concepts } = service.store.public
  const { mock } = t.mock.method(concepts, 'list')
  const timeline = t.mock.method(service.store.public.related, 'conceptTimeline')
  for (const path of ['/concepts/planning', '/api/v1/concepts/planning'])
    assert.equal((await service.get(path)).status, 200)
  assert.deepEqual([mock.callCount(), timeline.mock.callCount()], [0, 2])
  for (const path of ['/concepts', '/concepts?trend=emerging', '/api/v1/concepts', '/api/v1/concepts?trend=stable'])
    assert.equal((await service.get(path)).status, 200)
  assert.equal(mock.callCount(), 1)
  await service.accept(leastPaper({ id: 'p2', concepts: ['planning'] }))
  const { concepts: counted } = (await (await service.get('/api/v1/concepts')).json()) as {
    concepts: { id: string; paperCount: number }[]
  }
  assert.equal(counted.find(({ id }) => id === 'planning')?.paperCount, 2)
  assert.equal(mock.callCount(), 2)
})
