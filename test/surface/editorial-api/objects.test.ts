import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Concept = { id: string; name: string; definition?: string; paperCount: number; version: number }
type Gap = { id: string; title: string; severity: string; explanation: string; papers: string[]; version: number }
type Chapter = { number: number; name: string; introduction: string; version: number }

const gap = (given: Record<string, unknown> = {}) => ({
  title: 'Nobody measures cost',
  severity: 'high',
  explanation: 'Costs are left out.',
  papers: ['p1'],
  ...given,
})

test('a concept is renamed and defined everywhere at once, and its address stays', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(
    leastPaper({ id: 'p1', concepts: ['Tool use', 'memory'] }),
    leastPaper({ id: 'p2', concepts: ['tool-use'] }),
  )
  const body = { name: 'Acting with tools', definition: 'Calling programs.' }
  const response = await editor.ask('/concepts/tool-use', { method: 'PUT', body, version: 1 })
  assert.deepEqual(await jsonOf(response), {
    success: true,
    concept: { id: 'tool-use', ...body, paperCount: 2, version: 2 },
  })
  assert.match(response.headers.get('etag') ?? '', /^"2-/u)
  for (const id of ['p1', 'p2']) {
    const { concepts } = await jsonOf<{ concepts: string[] }>(await service.get(`/api/v1/papers/${id}`))
    assert.ok(concepts.includes('Acting with tools'), concepts.join())
  }
  const shown = await jsonOf<Concept>(await service.get('/api/v1/concepts/tool-use'))
  assert.deepEqual([shown.name, shown.definition], ['Acting with tools', 'Calling programs.'])
  assert.equal((await editor.ask('/concepts/tool-use', { method: 'PUT', body, version: 1 })).status, 412)
  assert.deepEqual((await actsOf(service, 'concept.edit'))[0]?.after, { ...body, papersRenamed: 2 })
})

test('a concept cannot get a name that another has or had', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ concepts: ['memory', 'planning'] }))
  await editor.ask('/concepts/memory', { method: 'PUT', body: { name: 'recall' }, version: 1 })
  for (const name of ['RECALL', 'Memory']) {
    const failure = await assertFailure(
      await editor.ask('/concepts/planning', { method: 'PUT', body: { name }, version: 1 }),
      'corpus',
      409,
    )
    assert.match(failure.sentence, /is already a name of the concept memory/u)
  }
  const back = await editor.ask('/concepts/memory', { method: 'PUT', body: { name: 'Memory' }, version: 2 })
  assert.equal(back.status, 200)
})

test('a merged concept leads to the other in the agent API, and its papers count there', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(
    leastPaper({ id: 'p1', concepts: ['recall', 'memory'] }),
    leastPaper({ id: 'p2', concepts: ['recall'] }),
  )
  const merge = (id: string, into: string) => editor.ask(`/concepts/${id}/merge`, { method: 'POST', body: { into } })
  assert.deepEqual(await jsonOf(await merge('recall', 'memory')), {
    success: true,
    id: 'recall',
    mergedInto: 'memory',
    papersRenamed: 2,
  })
  const moved = await fetch(`${service.url}/api/v1/concepts/recall`, { redirect: 'manual' })
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/api/v1/concepts/memory'])
  const shown = await fetch(`${service.url}/concepts/recall`, { redirect: 'manual' })
  assert.deepEqual([shown.status, shown.headers.get('location')], [308, '/concepts/memory'])
  const followed = await jsonOf<Concept>(await service.get('/api/v1/concepts/recall'))
  assert.deepEqual([followed.id, followed.paperCount], ['memory', 2])
  const { concepts } = await editor.get<{ concepts: Concept[] }>('/concepts')
  assert.deepEqual(
    concepts.map(({ id }) => id),
    ['memory'],
  )
  assert.equal((await merge('memory', 'memory')).status, 400)
  assert.equal((await merge('recall', 'memory')).status, 404)
  assert.equal((await merge('memory', 'nothing')).status, 404)
  await service.accept(leastPaper({ id: 'p3', concepts: ['Recall'] }))
  assert.equal((await jsonOf<Concept>(await service.get('/api/v1/concepts/memory'))).paperCount, 3)
})

test('a concept that is in use nowhere is deleted, and one in use is refused with where it is', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ id: 'p1', concepts: ['memory', 'recall'] }))
  await submit(service, await service.key(), leastPaper({ id: 'p2', concepts: ['Planning'] }))
  const define = { name: 'Recall', definition: 'What is remembered.' }
  await editor.ask('/concepts/recall', { method: 'PUT', body: define, version: 1 })
  const remove = (id: string, version?: number) =>
    editor.ask(`/concepts/${id}`, { method: 'DELETE', ...(version !== undefined && { version }) })
  const refused = async (status: number, version?: number) =>
    (await assertFailure(await remove('recall', version), 'corpus', status)).sentence
  assert.match(await refused(409), /The concept "Recall" is in use: 1 public paper has it\. Merge it/u)

  const { version } = await editor.get<{ version: number }>('/papers/p1')
  await editor.ask('/papers/p1', { method: 'PATCH', body: { concepts: ['memory'] }, version })
  await editor.ask('/papers/p2', { method: 'PATCH', body: { concepts: ['recall', 'Planning'] }, version: 1 })
  assert.match(await refused(409), /1 paper in review names it \(p2\)\./u)
  await editor.ask('/papers/p2', { method: 'PATCH', body: { concepts: ['Planning'] }, version: 2 })
  assert.match(await refused(412, 1), /has been changed/u)
  assert.deepEqual(await jsonOf(await remove('recall', 2)), { success: true, id: 'recall' })
  assert.deepEqual(
    (await actsOf(service, 'concept.remove')).map(({ subject, before, after }) => ({ subject, before, after })),
    [{ subject: 'recall', before: define, after: null }],
  )
  assert.equal((await remove('recall')).status, 404)
  assert.equal((await editor.ask('/concepts/recall')).status, 404)
})

test('a gap is made under the next id, edited, and linked to public papers only', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  const made = await editor.ask('/gaps', { method: 'POST', body: gap() })
  assert.deepEqual([made.status, made.headers.get('location')], [201, '/api/editorial/gaps/g1'])
  assert.deepEqual(await jsonOf(made), { success: true, gap: { id: 'g1', ...gap(), version: 1 } })
  const edited = gap({ severity: 'critical', papers: ['p2', 'p1', 'p2'] })
  const saved = await editor.ask('/gaps/g1', { method: 'PUT', body: edited, version: 1 })
  assert.deepEqual((await jsonOf<{ gap: Gap }>(saved)).gap, {
    id: 'g1',
    ...gap({ severity: 'critical', papers: ['p1', 'p2'] }),
    version: 2,
  })
  assert.deepEqual(await jsonOf(await service.get('/api/v1/gaps')), {
    gaps: [{ id: 'g1', title: 'Nobody measures cost', severity: 'critical', paperCount: 2 }],
  })
  assert.equal((await editor.ask('/gaps/g1', { method: 'PUT', body: gap(), version: 1 })).status, 412)
  for (const [body, path] of [
    [gap({ papers: ['p9'] }), 'papers'],
    [gap({ papers: ['x'] }), 'papers.0'],
    [gap({ severity: 'low' }), 'severity'],
    [gap({ title: ' ' }), 'title'],
    [gap({ colour: 1 }), 'colour'],
  ] as const) {
    const failure = await assertFailure(
      await editor.ask('/gaps/g1', { method: 'PUT', body, version: 2 }),
      'corpus',
      400,
    )
    assert.deepEqual(failure.paths, [path])
  }
  assert.equal((await editor.ask('/gaps/g2', { method: 'PUT', body: gap(), version: 1 })).status, 404)
  assert.equal((await editor.ask('/gaps/g2')).status, 404)
  assert.deepEqual((await actsOf(service, 'gap.edit'))[0]?.before, { severity: 'high', paperIds: ['p1'] })
})

test('a gap keeps its place when a paper of it is merged, and links what a merged paper became', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  await editor.ask('/gaps', { method: 'POST', body: gap() })
  await editor.ask('/papers/p1/merge', { method: 'POST', body: { into: 'p2' } })
  assert.deepEqual((await editor.get<{ gap: Gap }>('/gaps/g1')).gap.papers, ['p2'])
  await editor.ask('/gaps', { method: 'POST', body: gap({ papers: ['p1'] }) })
  assert.deepEqual((await editor.get<{ gap: Gap }>('/gaps/g2')).gap.papers, ['p2'])
})

test('a gap made under an Idempotency-Key is made once', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const post = () =>
    editor.ask('/gaps', { method: 'POST', body: gap({ papers: [] }), headers: { 'idempotency-key': '"once"' } })
  const [first, second] = [await post(), await post()]
  assert.equal(await first.text(), await second.text())
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await editor.get<{ gaps: unknown[] }>('/gaps')).gaps.length, 1)
})

test('a chapter can be edited from its version 0 on', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const { chapters } = await editor.get<{ chapters: Chapter[] }>('/chapters')
  assert.deepEqual(
    chapters.map(({ number, version }) => [number, version]),
    [1, 2, 3, 4, 5, 6, 7].map((n) => [n, 0]),
  )
  const body = { name: 'Remembering', introduction: 'Two\n\nparagraphs.' }
  const response = await editor.ask('/chapters/3', { method: 'PUT', body, version: 0 })
  assert.deepEqual(await jsonOf(response), { success: true, chapter: { number: 3, ...body, version: 1 } })
  assert.equal((await editor.ask('/chapters/3', { method: 'PUT', body, version: 0 })).status, 412)
  for (const number of ['0', '8', 'x', '03'])
    assert.equal((await editor.ask(`/chapters/${number}`)).status, 404, number)
  assert.equal((await editor.ask('/chapters/3', { method: 'PUT', body: { name: '' }, version: 1 })).status, 400)
  assert.deepEqual(
    (await actsOf(service, 'chapter.edit')).map(({ subject, after }) => [subject, after]),
    [['3', body]],
  )
})

test('every route needs a key with a scope of editors, and names unknown parameters', async (t) => {
  const service = await startTestService(t)
  const outsider = await service.key('submit', 'ingest')
  const submitter = await service.key('submit')
  const drafter = await service.key('review', 'draft')
  const { paths } = await jsonOf<{ paths: Record<string, Record<string, object>> }>(await service.get('/openapi.json'))
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/editorial/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))
  assert.ok(operations.length >= 20, `only ${operations.length} operations`)
  for (const [method, template] of operations) {
    const path = template.replaceAll(/\{\w+\}/gu, '1')
    const ask = (headers: Record<string, string>, query = '') =>
      fetch(`${service.url}${path}${query}`, { method, headers })
    assert.equal((await ask({})).status, 401, `${method} ${path}`)
    // A key for ingest sessions may import records here.
    const stranger = path === '/api/editorial/imports' ? submitter : outsider
    assert.equal((await ask({ 'x-api-key': stranger })).status, 403, `${method} ${path}`)
    const failure = await assertFailure(await ask({ 'x-api-key': drafter }, '?colour=blue'), 'corpus', 400)
    assert.deepEqual(failure.paths, ['colour'], `${method} ${path}`)
  }
})

test('a chapter is merged some papers at a time, and goes with the last one', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(...Array.from({ length: 201 }, (_, index) => leastPaper({ id: `p${index + 1}`, chapter: 5 })))
  const merge = (number: number, into: unknown) =>
    editor.ask(`/chapters/${number}/merge`, { method: 'POST', body: { into } })
  const merged = { success: true, number: 5, mergedInto: 2 }
  assert.deepEqual(await jsonOf(await merge(5, 2)), { ...merged, papersMoved: 200, papersLeft: 1 })
  assert.equal((await editor.ask('/chapters/5')).status, 200)
  assert.deepEqual(await jsonOf(await merge(5, 2)), { ...merged, papersMoved: 1, papersLeft: 0 })
  await assertFailure(await editor.ask('/chapters/5'), 'corpus', 404)
  await assertFailure(await merge(5, 2), 'corpus', 404)
  await assertFailure(await merge(2, 5), 'corpus', 404)
  for (const into of [2, 8, 'none', undefined]) await assertFailure(await merge(2, into), 'corpus', 400)
  assert.deepEqual(await jsonOf(await merge(2, null)), {
    success: true,
    number: 2,
    mergedInto: null,
    papersMoved: 200,
    papersLeft: 1,
  })
  assert.equal((await actsOf(service, 'chapter.merge')).length, 3)
})

test('a gap is narrowed, closed and reopened by entries of its history', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  await editor.ask('/gaps', { method: 'POST', body: gap() })
  const enter = (body: Record<string, unknown>, version: number) =>
    editor.ask('/gaps/g1/history', { method: 'POST', body, version })
  const narrowed = await enter({ state: 'narrowing', reason: 'It measures half of it.', papers: ['p2'] }, 1)
  assert.match(narrowed.headers.get('etag') ?? '', /^"2-/u)
  const at = service.clock.now().toISOString()
  const history = [
    { state: 'open', entry: 'opened', at, reason: null, papers: [] },
    { state: 'narrowing', entry: 'narrowed', at, reason: 'It measures half of it.', papers: ['p2'] },
  ]
  const expected = { success: true, gap: { id: 'g1', state: 'narrowing', version: 2 }, history }
  assert.deepEqual(await jsonOf(narrowed), expected)
  assert.deepEqual(await editor.get('/gaps/g1/history'), expected)
  assert.equal((await enter({ state: 'closed', reason: 'All.', papers: ['p2'] }, 1)).status, 412)
  for (const [body, path] of [
    [{ state: 'closed', reason: 'All.' }, 'papers'],
    [{ state: 'closed', reason: '', papers: ['p2'] }, 'reason'],
    [{ state: 'shut', reason: 'All.', papers: ['p2'] }, 'state'],
  ] as const) {
    const failure = await assertFailure(await enter(body, 2), 'corpus', 400)
    assert.deepEqual(failure.paths, [path])
  }
  assert.equal((await enter({ state: 'open', reason: 'It was wrong.' }, 2)).status, 200)
  assert.equal((await enter({ state: 'open', reason: 'Again.' }, 3)).status, 409)
  assert.equal((await editor.ask('/gaps/g9/history')).status, 404)
  assert.equal((await actsOf(service, 'gap.state')).length, 2)
})
