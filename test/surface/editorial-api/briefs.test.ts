import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { briefOfWeek47, leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const brief = (changes: Record<string, unknown> = {}) => ({
  title: 'A week of checkpoints',
  summary: 'Two papers.\n\n- one\n- two',
  houseTake: 'Measure first.',
  featuredPapers: ['p1'],
  ...changes,
})

type Draft = { id: string; week: string; version: number; title: string }

test('a suggestion lists twenty papers at most, those with the highest scores', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const papers = Array.from({ length: 51 }, (_, index) =>
    leastPaper({ id: `p${index + 1}`, longHorizonScore: index / 100, title: `No. ${index + 1}` }),
  )
  await service.accept(...papers)
  const { suggestion } = await editor.get<{ suggestion: Record<string, unknown> }>('/briefs/2026-w47/suggestion')
  const text = String(suggestion.summary)
  assert.match(
    text,
    /^Accepted this week: 51 papers, of which these 20 have the highest scores\.\n\n- No\. 51 \(p51\)/u,
  )
  assert.equal(text.match(/^- /gmu)?.length, 20)
  assert.doesNotMatch(text, /\(p1\)/u)
  await service.accept(...Array.from({ length: 950 }, (_, index) => leastPaper({ id: `p${index + 52}` })))
  const { suggestion: most } = await editor.get<{ suggestion: Record<string, unknown> }>('/briefs/2026-w47/suggestion')
  const opening = 'Accepted this week: at least 1,000 papers. Of the newest 1,000, these 20 have the highest scores.'
  assert.ok(String(most.summary).startsWith(`${opening}\n\n- No. 51 (p51), 2025\n`))
})

test('a suggestion lists the week’s papers and its rising concepts, features the best, and stores nothing', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Plain', longHorizonScore: 0.2, year: 2026, concepts: ['swarms'] }),
    leastPaper({ id: 'p2', title: 'Best', longHorizonScore: 0.9, year: 2025, concepts: ['Swarms', 'memory'] }),
    leastPaper({
      id: 'p3',
      title: 'Old',
      year: 2020,
      houseCommentary: '**All** of it. And more.',
      concepts: ['memory'],
    }),
  )
  const { suggestion } = await editor.get<{ suggestion: Record<string, unknown> }>('/briefs/2026-w47/suggestion')
  assert.deepEqual([suggestion.id, suggestion.week], ['2026-w47', 'Week 47, 2026'])
  assert.deepEqual(suggestion.featuredPapers, ['p2', 'p1', 'p3'])
  assert.match(String(suggestion.summary), /^Accepted this week: 3 papers\.\n\n- Best \(p2\), 2025\n/u)
  assert.match(String(suggestion.summary), /\n- Old \(p3\): All of it\.\n/u)
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

test('a published brief is corrected under its text, and everything that shows it has the correction', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(...briefOfWeek47.featured.map((id) => leastPaper({ id })))
  await service.run(publishBrief, { brief: briefOfWeek47, actor: 'test' })
  const path = '/briefs/2026-w47/corrections'
  const before = await (await service.get('/api/v1/briefs/2026-w47')).text()
  assert.deepEqual(await jsonOf(await service.get(`/api/v1${path}`)), { corrections: [] })
  const correct = (body: unknown, key: string) =>
    editor.ask(path, { method: 'POST', body, headers: { 'idempotency-key': key } })
  for (const key of ['one', 'one']) assert.equal((await correct({ text: 'It was **two** papers.' }, key)).status, 201)
  assert.equal((await correct({ text: ' ' }, 'two')).status, 400)
  for (const text of ['It was two [p1].', 'Two [p1 "of them"].', 'Two [search: q=memory = 2].'])
    assert.match(
      JSON.stringify((await assertFailure(await correct({ text }, 'three'), 'corpus', 400)).errors),
      /no marks such/u,
    )
  const corrections = [{ at: service.clock.now().toISOString(), text: 'It was **two** papers.' }]
  assert.deepEqual(await editor.get(path), { success: true, corrections })
  assert.deepEqual(await jsonOf(await service.get(`/api/v1${path}`)), { corrections })
  assert.equal(await (await service.get('/api/v1/briefs/2026-w47')).text(), before)
  const { record } = await jsonOf<{ record: { corrections?: unknown } }>(
    await service.get('/api/v1/records/brief/2026-w47'),
  )
  assert.deepEqual(record.corrections, corrections)
  assert.match(
    await (await service.get('/briefs/2026-w47')).text(),
    /id="corrections"[^]*It was <strong>two<\/strong> papers/u,
  )
  assert.match(await (await service.get('/briefs/2026-w47.md')).text(), /## Correction of \d{4}-\d\d-\d\d\n\nIt was/u)
  assert.match(await (await service.get('/briefs.atom')).text(), /Correction of [^]*It was &lt;strong&gt;two/u)
  assert.equal((await service.get('/api/v1/briefs/2026-w01/corrections')).status, 404)
  assert.equal((await editor.ask('/briefs/2026-w01/corrections')).status, 404)
  assert.equal((await actsOf(service, 'brief.correct')).length, 1)
})
