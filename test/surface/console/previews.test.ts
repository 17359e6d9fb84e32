import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { formAt, markupOf } from '../../support/markup.ts'
import { editorialClient } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const plain = (markup: string): string =>
  markup
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const within = (page: string, id: string): string =>
  plain(new RegExp(`<pre id="${id}"[^>]*>(?<text>[^]*?)</pre>`, 'u').exec(page)?.groups?.text ?? '')

const link = /<a href="\/papers\/p1" dir="auto" class="mention"[^>]*>Costs of long runs<\/a>/u

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  await service.accept(leastPaper({ id: 'p1', title: 'Costs of long runs' }))
  const preview = async (at: string, action: string, values: Record<string, string>) =>
    markupOf(await editor.post(`${action}/preview`, formAt(await markupOf(await editor.get(at)), action, values)))
  const answer = async (path: string) => jsonOf<object>(await service.get(path))
  return { service, editor, preview, answer }
}

test('the preview of a commentary is what readers and agents get once it is saved', async (t) => {
  const { editor, preview, answer } = await open(t)
  const [at, action] = ['/console/papers/p1/edit', '/console/papers/p1']
  const values = { houseCommentary: 'As <p1> says, **costs** grow: p1.' }
  const shown = await preview(at, action, values)
  assert.match(shown, link)
  const form = formAt(await markupOf(await editor.get(at)), action, values)
  assert.equal((await editor.post(action, form)).status, 303)
  assert.deepEqual(JSON.parse(within(shown, 'preview-json')), await answer('/api/v1/papers/p1'))
})

test('the preview of a decision is what readers and agents get once the paper is accepted', async (t) => {
  const { service, editor, answer } = await open(t)
  await submit(service, await service.key(), leastPaper({ id: 'p2', title: 'Plans', longHorizonScore: 0.4 }))
  const [at, action] = ['/console/queue/p2', '/console/queue/p2/decide']
  const first = await markupOf(await editor.get(at))
  assert.match(first, /No commentary\./u)
  const values = { houseCommentary: 'As <p1> says, **costs** grow: p1.', chapter: '2', longHorizonScore: '0.8' }
  const sent = formAt(first, action, values)
  const shown = await markupOf(await editor.post(`${at}/preview`, sent))
  assert.match(shown, link)
  const wrong = await markupOf(await editor.post(`${at}/preview`, formAt(first, action, { longHorizonScore: '8' })))
  assert.match(wrong, /class="error">longHorizonScore: /u)
  assert.equal(within(wrong, 'preview-json'), 'null')
  assert.equal((await editor.post(action, [...sent, ['event', 'accept']])).status, 303)
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  assert.deepEqual(JSON.parse(within(shown, 'preview-json')), await answer('/api/v1/papers/p2'))
})

test('the preview of a gap and of a chapter is the record that agents get once it is saved', async (t) => {
  const { editor, preview, answer } = await open(t)
  const values = { title: 'Nobody counts', severity: 'high', explanation: 'See p1 and p9.' }
  const added = await preview('/console/gaps/new', '/console/gaps', { ...values, find: 'p1' })
  assert.match(added, link)
  const form = formAt(added, '/console/gaps')
  assert.equal((await editor.post('/console/gaps', [...form, ['papers', 'p1']])).status, 303)
  const gap = await preview('/console/gaps/g1', '/console/gaps/g1', {})
  assert.deepEqual(JSON.parse(within(gap, 'preview-json')), await answer('/api/v1/records/gap/g1'))
  const chapter = { introduction: 'It begins with p1.' }
  const shown = await preview('/console/chapters/2', '/console/chapters/2', chapter)
  assert.match(shown, link)
  const saved = formAt(await markupOf(await editor.get('/console/chapters/2')), '/console/chapters/2', chapter)
  assert.equal((await editor.post('/console/chapters/2', saved)).status, 303)
  assert.deepEqual(JSON.parse(within(shown, 'preview-json')), await answer('/api/v1/records/chapter/2'))
})

test('the preview of a brief has its email and what agents get', async (t) => {
  const { editor, preview } = await open(t)
  const created = await editor.post('/console/briefs', { week: '2026-w47' })
  assert.equal(created.status, 303)
  const path = '/console/briefs/2026-w47'
  const shown = await preview(path, path, { title: 'A week', houseTake: 'Read p1 <first>.' })
  assert.match(shown, link)
  const json = JSON.parse(within(shown, 'preview-json')) as Record<string, unknown>
  assert.deepEqual([json.week, json.title, json.houseTake], ['Week 47, 2026', 'A week', 'Read p1 <first>.'])
  assert.match(
    within(shown, 'preview-email'),
    /^Subject: A week \(House, Week 47, 2026\)\n[^]*Read Costs of long runs[^]*<first>/u,
  )
})

test('the preview of the text about the library is what readers and the API get once it is saved', async (t) => {
  const { service } = await open(t)
  const admin = await signedIn(service, 'admin')
  const at = '/console/settings'
  const values = { about: 'Begin with p1, and **not** with <p1>.' }
  const first = await markupOf(await admin.get(at))
  const form = formAt(first, at, values)
  const shown = await markupOf(await admin.post(`${at}/preview`, form))
  assert.match(shown, link)
  const wrong = await markupOf(await admin.post(`${at}/preview`, formAt(first, at, { accentColor: 'red' })))
  assert.equal(within(wrong, 'preview-json'), 'null')
  assert.equal((await admin.post(at, form)).status, 303)
  assert.match(await markupOf(await service.get('/about')), link)
  const { settings } = await jsonOf<{ settings: object }>(await (await editorialClient(service)).ask('/settings'))
  assert.deepEqual(JSON.parse(within(shown, 'preview-json')), settings)
})
