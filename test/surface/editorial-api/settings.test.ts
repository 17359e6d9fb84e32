import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Chapter = { number: number; name: string; introduction: string }
type Answer = { settings: Record<string, unknown> & { chapters: Chapter[] }; version: number }

const names = 'name tagline about accentColor logo favicon footerLinks language chapters scores labels off'.split(' ')

test('the settings are one object, which is replaced as a whole', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const first = await jsonOf<Answer>(await editor.ask('/settings'))
  assert.deepEqual(Object.keys(first.settings), names)
  assert.deepEqual([first.version, first.settings.name, first.settings.accentColor], [0, 'House', null])

  const body = { ...first.settings, name: 'Sleep Library', accentColor: '#0F766E', off: ['gaps'] }
  const saved = await editor.ask('/settings', { method: 'PUT', body, version: 0 })
  assert.equal(saved.status, 200)
  assert.match(saved.headers.get('etag') ?? '', /^"1-/u)
  const { settings, version } = await jsonOf<Answer>(saved)
  assert.deepEqual({ settings, version }, { settings: { ...body, accentColor: '#0f766e' }, version: 1 })
  assert.deepEqual((await actsOf(service, 'settings.edit'))[0]?.after, {
    name: 'Sleep Library',
    accentColor: '#0f766e',
    off: ['gaps'],
  })

  const reset = await jsonOf<Answer>(await editor.ask('/settings', { method: 'PUT', body: {}, version: 1 }))
  assert.deepEqual(reset, { success: true, settings: first.settings, version: 2 })
})

test('a new name is on every surface at once, on this server without any delay', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper())
  const places = [
    '/',
    '/papers',
    '/papers/p1',
    '/about',
    '/papers.atom',
    '/opensearch.xml',
    '/llms.txt',
    '/openapi.json',
    '/oai?verb=Identify',
    '/nothing',
    '/console',
  ]
  const bodies = async () =>
    Promise.all(places.map(async (path) => [path, await (await service.get(path)).text()] as const))
  for (const [path, text] of await bodies()) assert.ok(text.includes('House'), path)
  const before = (await service.get('/papers')).headers.get('etag') ?? ''
  await editor.ask('/settings', { method: 'PUT', body: { name: 'Sleep Shelf' }, version: 0 })
  for (const [path, text] of await bodies()) {
    assert.ok(text.includes('Sleep Shelf'), path)
    assert.ok(!text.includes('House'), path)
  }
  assert.equal((await service.get('/papers', { 'if-none-match': before })).status, 200)
})

test('a change names the version that it is based on, and chapters count, too', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const missing = await service.send(
    'PUT',
    '/api/editorial/settings',
    { name: 'A' },
    { 'x-api-key': await service.key('review') },
  )
  await assertFailure(missing, 'corpus', 428)
  const shown = await editor.ask('/settings')
  const tag = shown.headers.get('etag') ?? ''
  const { settings } = await jsonOf<Answer>(shown)
  const chapter = await editor.ask('/chapters/3', {
    method: 'PUT',
    body: { name: 'Naps', introduction: 'Short.' },
    version: 0,
  })
  assert.equal(chapter.status, 200)
  const key = await service.key('review')
  const put = (body: unknown, match: string) =>
    service.send('PUT', '/api/editorial/settings', body, { 'x-api-key': key, 'if-match': match })
  await assertFailure(await put(settings, tag), 'corpus', 412)
  await assertFailure(await put(settings, '"7"'), 'corpus', 412)
  assert.equal((await put({ name: 'A' }, '*')).status, 200)
  const { settings: now } = await jsonOf<Answer>(await editor.ask('/settings'))
  assert.equal(now.chapters.find(({ number }) => number === 3)?.name, 'Naps')
})

test('each error names its field, and nothing is stored', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const body = {
    name: ' ',
    accentColor: 'red',
    footerLinks: [{ label: 'x', url: 'javascript:1' }],
    chapters: [{ number: 8, name: 'A', introduction: 'B' }],
    colour: 1,
  }
  const failure = await assertFailure(await editor.ask('/settings', { method: 'PUT', body, version: 0 }), 'corpus', 400)
  for (const field of ['name', 'accentColor', 'footerLinks.0.url', 'chapters.0.number', 'colour'])
    assert.ok(JSON.stringify(failure).includes(field), field)
  assert.equal((await jsonOf<Answer>(await editor.ask('/settings'))).version, 0)
})

test('chapters are the stored ones, in their order, and one with papers is not left out', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(leastPaper({ chapter: 2 }))
  const { settings } = await jsonOf<Answer>(await editor.ask('/settings'))
  const put = async (chapters: unknown, version: number) =>
    editor.ask('/settings', { method: 'PUT', body: { ...settings, name: 'Sleep', chapters }, version })
  const without = settings.chapters.filter(({ number }) => number !== 2)
  await assertFailure(await put(without, 0), 'corpus', 409)
  const kept = await jsonOf<Answer>(await editor.ask('/settings'))
  assert.deepEqual([kept.version, kept.settings], [0, settings])

  const chapters = [
    { number: 5, name: 'Naps', introduction: 'Short.' },
    { number: 2, name: 'Nights', introduction: '' },
  ]
  assert.deepEqual((await jsonOf<Answer>(await put(chapters, 0))).settings.chapters, chapters)
  const listed = await jsonOf<{ chapters: Chapter[] }>(await editor.ask('/chapters'))
  assert.deepEqual(
    listed.chapters.map(({ number, name }) => [number, name]),
    [
      [5, 'Naps'],
      [2, 'Nights'],
    ],
  )
})
