import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure } from '../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/read-responses.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Edited = { success: boolean; status: string; version: number; paper: Record<string, unknown> }

test('a merged duplicate leads to the other paper, in both APIs, and is counted nowhere', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const submitter = await service.key()
  await submit(service, submitter, wholePaper({ id: 'p7', concepts: ['checkpointing', 'recovery'] }))
  await service.accept(wholePaper({ id: 'p1', concepts: ['Checkpointing'] }))
  await editor.ask('/papers/p7', { method: 'PUT', body: wholePaper({ id: 'p7', concepts: ['recovery'] }), version: 1 })
  const early = await editor.ask('/papers/p7/merge', { method: 'POST', body: { into: 'p1' } })
  assert.equal((await assertFailure(early, 'corpus', 409)).code, 'wrong_state')
  await service.accept(wholePaper({ id: 'p8', concepts: ['recovery'] }))
  const body = { into: 'p1', note: 'The same preprint.' }
  const merged = await editor.ask('/papers/p8/merge', { method: 'POST', body })
  assert.deepEqual(await jsonOf(merged), { success: true, id: 'p8', mergedInto: 'p1' })
  for (const [path, into] of [
    ['/api/papers/p8', '/api/papers/p1'],
    ['/api/v1/papers/p8?include=fullText', '/api/v1/papers/p1?include=fullText'],
  ] as const) {
    const response = await fetch(service.url + path, { redirect: 'manual' })
    assert.equal(response.status, 308)
    assert.equal(response.headers.get('location'), into)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal((await jsonOf<{ mergedInto: string }>(response)).mergedInto, 'p1')
    const followed = await service.get(path)
    assert.deepEqual([followed.status, new URL(followed.url).pathname], [200, into.replace(/\?.*/u, '')])
  }
  for (const [path, into] of [
    ['/papers/p8', '/papers/p1'],
    ['/papers/p8.bib', '/papers/p1.bib'],
    ['/papers/p8/text?part=2', '/papers/p1/text?part=2'],
  ] as const) {
    const response = await fetch(service.url + path, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [308, into], path)
  }
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p1'])
  const { paper } = await editor.get<Edited>('/papers/p1')
  assert.deepEqual(paper.concepts, ['Checkpointing', 'recovery'])
  const again = await editor.ask('/papers/p8/merge', { method: 'POST', body })
  assert.equal((await assertFailure(again, 'corpus', 409)).code, 'wrong_state')
  const edit = await editor.ask('/papers/p8', { method: 'PUT', body: wholePaper({ id: 'p8' }), version: '*' })
  assert.equal((await assertFailure(edit, 'corpus', 409)).code, 'wrong_state')
  const reused = await service.send('POST', '/api/papers', leastPaper({ id: 'p8' }), { 'x-api-key': submitter })
  assert.equal((await assertFailure(reused, 'corpus', 409)).code, 'duplicate_id')
  assert.equal((await editor.ask('/papers/p1/merge', { method: 'POST', body: { into: 'p1' } })).status, 400)
  assert.equal((await editor.ask('/papers/p1/merge', { method: 'POST', body: { into: 'p99' } })).status, 404)
  assert.deepEqual(
    (await actsOf(service, 'paper.merge')).map(({ subject, after }) => [subject, after]),
    [['p8', { state: 'merged', into: 'p1', note: 'The same preprint.' }]],
  )
})

test('the submitter of a duplicate reads at the status address what became of it', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const submitter = await service.key()
  await service.accept(wholePaper({ id: 'p1' }))
  await submit(service, submitter, wholePaper({ id: 'p7' }))
  await service.store.transact((tx) =>
    tx.papers.transition('p7', { state: 'accepted', note: null, actor: 'test', at: service.clock.now().toISOString() }),
  )
  await editor.ask('/papers/p7/merge', { method: 'POST', body: { into: 'p1' } })
  const { submission } = await jsonOf<{ submission: { status: string; note: string } }>(
    await service.get('/api/submissions/p7', { 'x-api-key': submitter }),
  )
  assert.deepEqual([submission.status, submission.note], ['merged', 'Merged into p1, which is the same paper.'])
})

test('a merge under an Idempotency-Key is replayed and done once', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(wholePaper({ id: 'p1' }), wholePaper({ id: 'p2' }))
  const ask = () =>
    editor.ask('/papers/p2/merge', { method: 'POST', body: { into: 'p1' }, headers: { 'idempotency-key': '"m"' } })
  const first = await ask()
  const second = await ask()
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(await first.text(), await second.text())
  assert.equal((await actsOf(service, 'paper.merge')).length, 1)
})
