import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const brief = (changes: Record<string, unknown> = {}) => ({
  title: 'A week of checkpoints',
  summary: 'Two papers.\n\n- one\n- two',
  houseTake: 'Measure first.',
  featuredPapers: ['p1'],
  ...changes,
})

type Draft = { id: string; week: string; version: number; title: string }

test('a suggestion lists the week’s papers and its rising concepts, features the best, and stores nothing', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Plain', longHorizonScore: 0.2, year: 2026, concepts: ['swarms'] }),
    leastPaper({ id: 'p2', title: 'Best', longHorizonScore: 0.9, year: 2025, concepts: ['Swarms', 'memory'] }),
    leastPaper({ id: 'p3', title: 'Old', year: 2020, concepts: ['memory'] }),
  )
  const { suggestion } = await editor.get<{ suggestion: Record<string, unknown> }>('/briefs/2026-w47/suggestion')
  assert.deepEqual([suggestion.id, suggestion.week], ['2026-w47', 'Week 47, 2026'])
  assert.deepEqual(suggestion.featuredPapers, ['p2', 'p1', 'p3'])
  assert.match(String(suggestion.summary), /^Accepted this week: 3 papers\.\n\n- Best \(p2\), 2025\n/u)
  assert.match(String(suggestion.summary), /\n- swarms \(emerging; 2 of its 2 papers are of the last two years\)/u)
  const { drafts } = await editor.get<{ drafts: unknown[] }>('/briefs')
  assert.deepEqual(drafts, [])
  for (const week of ['2026-w54', '2026-W47', 'latest'])
    assert.equal((await editor.ask(`/briefs/${week}/suggestion`)).status, 404, week)
})

test('a draft is made, changed by version, and is not shown before it is published', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper())
  const revision = await service.store.private.revision()
  const put = (body: unknown, version: number | 'none') =>
    editor.ask('/briefs/2026-w47', { method: 'PUT', body, version })
  const made = await put(brief(), 'none')
  assert.match(made.headers.get('etag') ?? '', /^"1-/u)
  assert.equal((await jsonOf<{ draft: Draft }>(made)).draft.week, 'Week 47, 2026')
  assert.equal((await put(brief(), 'none')).status, 412)
  assert.match((await put(brief({ title: 'Second' }), 1)).headers.get('etag') ?? '', /^"2-/u)
  assert.equal((await put(brief({ title: 'Third' }), 1)).status, 412)
  assert.equal((await service.get('/api/v1/briefs/2026-w47')).status, 404)
  assert.equal(await service.store.private.revision(), revision)
  const { drafts, published } = await editor.get<{ drafts: Draft[]; published: unknown[] }>('/briefs')
  assert.deepEqual(
    [drafts.map(({ id, title, version }) => [id, title, version]), published],
    [[['2026-w47', 'Second', 2]], []],
  )
  assert.deepEqual(
    (await assertFailure(await put(brief({ title: '', featuredPapers: ['x'] }), 2), 'corpus', 400)).paths,
    ['title', 'featuredPapers.0'],
  )
  assert.equal((await editor.ask('/briefs/2026-w60', { method: 'PUT', body: brief(), version: 'none' })).status, 404)
})

test('a draft is published as its editor last saw it, and then never changes', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  const put = (body: unknown, version: number | 'none') =>
    editor.ask('/briefs/2026-w47', { method: 'PUT', body, version })
  const publish = (version?: number) =>
    editor.ask('/briefs/2026-w47/publish', { method: 'POST', ...(version === undefined ? {} : { version }) })
  await put(brief({ featuredPapers: ['p9'] }), 'none')
  assert.equal((await assertFailure(await publish(), 'corpus', 428)).code, 'version_missing')
  const refused = await assertFailure(await publish(1), 'corpus', 404)
  assert.match(refused.sentence, /no public paper p9/u)
  await put(brief(), 1)
  assert.equal((await publish(1)).status, 412)
  const published = await publish(2)
  assert.deepEqual([published.status, published.headers.get('location')], [200, '/api/v1/briefs/2026-w47'])
  const latest = await jsonOf(await service.get('/api/v1/briefs/latest'))
  assert.deepEqual(latest, { week: 'Week 47, 2026', ...brief() })
  assert.equal((await editor.ask('/briefs/2026-w47')).status, 404)
  assert.equal((await assertFailure(await put(brief({ title: 'No' }), 'none'), 'corpus', 409)).code, 'wrong_state')
  assert.equal((await publish(2)).status, 404)
  await editor.ask('/papers/p1/merge', { method: 'POST', body: { into: 'p2' } })
  assert.deepEqual(await jsonOf(await service.get('/api/v1/briefs/latest')), latest)
  const briefPage = await (await service.get('/briefs/2026-w47')).text()
  assert.match(briefPage, /href="\/papers\/p2"/u)
  assert.doesNotMatch(briefPage, /href="\/papers\/p1"/u)
  assert.match(await (await service.get('/papers/p2')).text(), /href="\/briefs\/2026-w47"/u)
  assert.deepEqual(
    (await actsOf(service, 'brief.publish')).map(({ subject }) => subject),
    ['2026-w47'],
  )
})
