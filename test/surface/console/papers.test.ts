import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { bibliography, leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { recordStatements } from '../../support/database/statements.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  return { service, editor }
}

const PATH = '/console/papers/p1'

test('papers of any state are found by id, by words, and by state', async (t) => {
  const { service, editor } = await open(t)
  await service.accept(wholePaper({ id: 'p1', title: 'Checkpoints for agents' }))
  await submit(service, await service.key(), leastPaper({ id: 'p2', title: 'A hundred% checkpoints_pending' }))
  const words = async (query: string) => wordsOf(await markupOf(await editor.get(`/console/papers${query}`)))
  assert.match(await words(''), /p1 Checkpoints for agents accepted/u)
  assert.doesNotMatch(await words(''), /p2/u)
  assert.match(await words('?state=pending'), /p2 A hundred% checkpoints_pending pending/u)
  assert.match(await words('?q=checkpoints'), /p1 .* p2 /u)
  assert.match(await words('?q=p2'), /p2 A hundred/u)
  assert.match(await words('?q=nothing-like-it'), /No papers found in any state/u)
  for (const query of ['?state=lost', '?colour=1', '?after=x'])
    await markupOf(await editor.get(`/console/papers${query}`), 400)
})

test('a paper is edited by a plain form: what was stored is what was sent, to the letter', async (t) => {
  const { service, editor } = await open(t)
  const whole = wholePaper({
    type: 'survey',
    fullText: '\nText that begins with a line break & <b>.',
    abstract: 'Two\n\nparts.',
  })
  await service.accept({ ...whole, ...bibliography })
  const form = await markupOf(await editor.get(`${PATH}/edit`))
  assert.match(form, /data-draft="e_\w+\/papers\/p1"/u)
  const unchanged = await editor.post(PATH, formAt(form, PATH))
  assert.deepEqual([unchanged.status, unchanged.headers.get('location')], [303, `${PATH}/edit?saved=1`])
  const changes = {
    title: 'Ünïcode “title” & <b>',
    authors: 'Ada Example\n\n Ben Sample \n',
    longHorizonScore: '0,5',
    chapter: '',
  }
  const saved = await editor.post(PATH, formAt(form, PATH, changes))
  assert.equal(saved.headers.get('location'), `${PATH}/edit?saved=2`)
  const { paper } = await jsonOf<{ paper: Record<string, unknown> }>(await service.get('/api/papers/p1'))
  const { chapter: _chapter, type: _type, ...others } = whole
  const rest = { ...others, title: changes.title, longHorizonScore: 0.5 }
  assert.deepEqual(paper, rest)
  const after = await markupOf(await editor.get(saved.headers.get('location') ?? ''))
  assert.match(wordsOf(after), /Saved as version 2\./u)
  assert.match(after, /data-draft-done="e_\w+\/papers\/p1"/u)
  const [act] = await actsOf(service, 'paper.edit')
  assert.equal(act?.actor, `editor:${editor.editor.id}`)
})

for (const state of ['accepted', 'pending'] as const)
  test(`saving the form of a paper that is ${state} reads its words once`, async (t) => {
    const { service, editor } = await open(t)
    if (state === 'accepted') await service.accept(wholePaper())
    else await submit(service, await service.key(), wholePaper())
    const form = formAt(await markupOf(await editor.get(`${PATH}/edit`)), PATH, { title: 'Another title' })
    const statements = recordStatements(t)
    assert.equal((await editor.post(PATH, form)).headers.get('location'), `${PATH}/edit?saved=2`)
    const words = statements.filter((text) => /^select .*(?:\*|"abstract").* from "papers" .*where "id"/u.test(text))
    assert.equal(words.length, 1, statements.join('\n'))
    assert.ok(
      statements.some((text) => text.startsWith('update "papers" set')),
      'the statements were recorded',
    )
  })

test('a form with errors comes back with all input and each error at its field, and stores nothing', async (t) => {
  const { service, editor } = await open(t)
  await service.accept(wholePaper())
  const form = await markupOf(await editor.get(`${PATH}/edit`))
  const values = { title: '', year: 'soon', url: 'javascript:alert(1)', authors: 'Ada\nBen', abstract: 'Kept "text".' }
  for (const [path, status] of [
    [PATH, 400],
    [`${PATH}/preview`, 200],
  ] as const) {
    const again = await markupOf(await editor.post(path, formAt(form, PATH, values)), status)
    const words = wordsOf(again)
    assert.match(words, /Title: must not be empty\./u)
    assert.match(words, /Year: must be a number\./u)
    assert.match(words, /Address of the paper: must begin with https:\/\/ or http:\/\//u)
    assert.match(again, /<input id="title"[^>]+aria-invalid="true"/u)
    for (const [name, value] of Object.entries(values))
      assert.deepEqual(new Map(formAt(again, PATH)).get(name), value, name)
    assert.match(words, /fields need correction/u)
  }
  const authors = Array.from({ length: 3 }, (_, at) => (at === 1 ? 'x'.repeat(301) : 'Ada')).join('\n')
  const refusedPage = await markupOf(await editor.post(PATH, formAt(form, PATH, { authors })), 400)
  assert.match(wordsOf(refusedPage), /Authors: entry 2 must have at most 300 characters/u)
  assert.equal((await service.store.private.versions.list('p1')).length, 1)
})

test('the preview shows the paper as it would be and stores nothing', async (t) => {
  const { service, editor } = await open(t)
  await service.accept(wholePaper())
  const form = await markupOf(await editor.get(`${PATH}/edit`))
  const before = await service.store.private.revision()
  const shown = await markupOf(await editor.post(`${PATH}/preview`, formAt(form, PATH, { title: 'As it would be' })))
  assert.match(shown, /<article class="proof">\s*<h2 dir="auto">As it would be<\/h2>/u)
  assert.equal(await service.store.private.revision(), before)
  assert.deepEqual(await idsAt(service, '/api/papers?q=would'), [])
})

test('the second of two editors sees the first one’s change beside their own, field by field, and saves both', async (t) => {
  const { service, editor: first } = await open(t)
  const second = await signedIn(service, 'editor')
  await service.accept(wholePaper())
  const forms = await Promise.all([first, second].map(async (one) => markupOf(await one.get(`${PATH}/edit`))))
  const [formOfFirst = '', formOfSecond = ''] = forms
  await first.post(PATH, formAt(formOfFirst, PATH, { title: 'From the first', institution: 'First University' }))
  const values = { title: 'From the second', abstract: 'Another abstract.' }
  const conflict = await markupOf(await second.post(PATH, formAt(formOfSecond, PATH, values)), 412)
  const words = wordsOf(conflict)
  assert.match(words, /Some editor changed this paper at 2026-11-20 10:00 UTC/u)
  assert.match(
    words,
    /Title Checkpoints [^.]* From the first Checkpoints [^.]* From the second yours; change it below if theirs is correct/u,
  )
  assert.match(words, /Institution Example First University unchanged theirs/u)
  assert.match(words, /Abstract unchanged We study .* Another abstract\. yours/u)
  const held = new Map(formAt(conflict, PATH))
  assert.deepEqual(
    ['version', 'title', 'institution', 'abstract'].map((name) => held.get(name)),
    ['2', 'From the second', 'First University', 'Another abstract.'],
  )
  assert.equal((await jsonOf<{ title: string }>(await service.get('/api/v1/papers/p1'))).title, 'From the first')
  const saved = await second.post(PATH, formAt(conflict, PATH))
  assert.equal(saved.headers.get('location'), `${PATH}/edit?saved=3`)
  const paper = await jsonOf(await service.get('/api/v1/papers/p1'))
  assert.deepEqual(
    [paper.title, paper.institution, paper.abstract],
    ['From the second', 'First University', 'Another abstract.'],
  )
})

test('versions are listed with who wrote them, compared, and restored', async (t) => {
  const { service, editor } = await open(t)
  await service.accept(wholePaper())
  const form = await markupOf(await editor.get(`${PATH}/edit`))
  await editor.post(
    PATH,
    formAt(form, PATH, { title: 'Checkpoints for agents that work for weeks', topics: 'reliability' }),
  )
  const shown = await markupOf(await editor.get(`${PATH}/versions?from=1&to=2`))
  const words = wordsOf(shown)
  assert.match(words, /2 2026-11-20 10:00 Some editor changes 1 2026-11-20 10:00 test/u)
  assert.match(shown, /for <del>days<\/del><ins>weeks<\/ins>/u)
  assert.match(words, /Topics reliability execution/u)
  await markupOf(await editor.get(`${PATH}/versions?from=7`), 404)
  await markupOf(await editor.get(`${PATH}/versions?from=x`), 400)
  const restored = await editor.post(`${PATH}/restore`, formAt(shown, `${PATH}/restore`))
  assert.equal(restored.headers.get('location'), `${PATH}/edit?saved=3`)
  assert.equal((await jsonOf<{ title: string }>(await service.get('/api/v1/papers/p1'))).title, wholePaper().title)
  await markupOf(await editor.post(`${PATH}/restore`, { restored: '9', version: '3' }), 404)
  await markupOf(await editor.post(`${PATH}/restore`, formAt(shown, `${PATH}/restore`)), 412)
})

test('a duplicate is merged and a paper retracted from its page; a refusal says why and keeps the page', async (t) => {
  const { service, editor } = await open(t)
  await service.accept(wholePaper(), wholePaper({ id: 'p2' }), wholePaper({ id: 'p3' }))
  const refused = await markupOf(await editor.post(`${PATH}/merge`, { into: 'p9', note: '' }), 404)
  assert.match(wordsOf(refused), /There is no paper p9\./u)
  await markupOf(await editor.post(`${PATH}/merge`, { into: 'p1', note: '' }), 400)
  const merged = await editor.post(`${PATH}/merge`, { into: ' p2 ', note: '' })
  assert.deepEqual([merged.status, merged.headers.get('location')], [303, '/console/papers/p2/edit'])
  assert.equal((await fetch(`${service.url}/api/papers/p1`, { redirect: 'manual' })).status, 308)
  const empty = await markupOf(await editor.post('/console/papers/p3/retract', { reason: ' ' }), 400)
  assert.match(wordsOf(empty), /reason: is required/u)
  assert.equal((await editor.post('/console/papers/p3/retract', { reason: 'Made up.' })).status, 303)
  assert.equal((await service.get('/api/papers/p3')).status, 410)
  const of = wordsOf(await markupOf(await editor.get('/console/papers/p1/edit')))
  assert.match(of, /merged · version 1/u)
  await markupOf(await editor.get('/console/papers/p99/edit'), 404)
})

test('an empty queue says how papers come in, to those who may bring them', async (t) => {
  const { service, editor } = await open(t)
  const queue = await markupOf(await editor.get('/console/queue'))
  assert.match(
    wordsOf(queue),
    /The queue is empty\. Papers come in when you import a file of records , add PDFs or watch a source \./u,
  )
  for (const path of ['/console/imports', '/console/files', '/console/sources']) {
    assert.ok(queue.includes(`<a href="${path}">`), path)
    await markupOf(await editor.get(path))
  }
  const reviewer = await signedIn(service, 'reviewer')
  assert.doesNotMatch(wordsOf(await markupOf(await reviewer.get('/console/queue'))), /Papers come in/u)
})

test('public papers that are not yet assessed are counted where editors look, and listed with what they lack', async (t) => {
  const { service, editor } = await open(t)
  const words = async (path: string) => wordsOf(await markupOf(await editor.get(path)))
  await service.accept(wholePaper({ id: 'p1', type: 'survey' }))
  assert.doesNotMatch(await words('/console/queue'), /public paper/u)
  assert.match(await words('/console/papers?assessed=false'), /All public papers are assessed/u)
  await service.accept(wholePaper({ id: 'p2', title: 'No type', type: undefined }))
  await service.accept(leastPaper({ id: 'p3', title: 'Nothing' }))
  await submit(service, await service.key(), leastPaper({ id: 'p4', title: 'Waits' }))
  assert.match(await words('/console/queue'), /2 public papers are not yet assessed/u)
  const listed = await words('/console/papers?assessed=false')
  assert.match(listed, /p2 No type accepted type 2025 Chapter 4 0\.82 p3 Nothing accepted chapter, type, score 2025/u)
  assert.doesNotMatch(listed, /p1|p4/u)
  assert.match(await words('/console/queue?assessed=false'), /that are not yet assessed · show all p4|Waits/u)
  assert.doesNotMatch(await words('/console/queue?assessed=true'), /Waits/u)
})
