import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { keepTrends } from '#actions/editorial/trends.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { briefOfWeek47, leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const page = async (path: string, status = 200) => markupOf(await editor.get(path), status)
  return { service, editor, page }
}

test('a concept is found, renamed, defined and merged from its page', async (t) => {
  const { service, editor, page } = await open(t)
  await service.accept(leastPaper({ concepts: ['tool use', 'memory', 'Ünïcode'] }))
  assert.match(wordsOf(await page('/console/concepts?q=unicode')), /Ünïcode 1 \(none\)/u)
  assert.doesNotMatch(wordsOf(await page('/console/concepts?q=unicode')), /memory/u)
  const path = '/console/concepts/tool-use'
  const form = formAt(await page(path), path, { name: 'Acting', definition: 'Calling <programs>.' })
  const saved = await editor.post(path, form)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${path}?saved=2`])
  assert.match(wordsOf(await page(`${path}?saved=2`)), /Acting .* Saved\./u)
  const stale = await markupOf(
    await editor.post(
      path,
      [...form].map(([name, value]) => [name, name === 'name' ? 'Mine' : value]),
    ),
    412,
  )
  assert.match(wordsOf(stale), /The current version: Name Acting Definition Calling <programs>\./u)
  assert.equal(new Map(formAt(stale, path)).get('name'), 'Mine')
  assert.equal((await editor.post(path, formAt(stale, path))).status, 303)
  const refused = await markupOf(await editor.post(path, formAt(await page(path), path, { name: 'Memory' })), 409)
  assert.match(wordsOf(refused), /is already a name of the concept memory/u)
  const empty = await markupOf(await editor.post(path, formAt(await page(path), path, { name: '' })), 400)
  assert.match(wordsOf(empty), /Name: must not be empty/u)
  const merged = await editor.post(`${path}/merge`, { into: 'memory' })
  assert.equal(merged.headers.get('location'), '/console/concepts/memory?saved=merge')
  await page(path, 404)
  const nothing = await markupOf(await editor.post('/console/concepts/memory/merge', { into: 'nothing' }), 404)
  assert.equal(new Map(formAt(nothing, '/console/concepts/memory/merge')).get('into'), 'nothing')
})

test('a gap is made with papers found by search, without a script', async (t) => {
  const { service, editor, page } = await open(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Costs of long runs' }),
    leastPaper({ id: 'p2', title: 'Costs of tools' }),
    leastPaper({ id: 'p3', title: 'Memory' }),
  )
  const values = { title: 'Nobody measures cost', severity: 'high', explanation: 'Why.', find: 'costs' }
  const searched = await markupOf(
    await editor.post('/console/gaps/preview', formAt(await page('/console/gaps/new'), '/console/gaps', values)),
  )
  assert.match(searched, /value="p1" \/>/u)
  assert.doesNotMatch(searched, /value="p3"/u)
  const form = formAt(searched, '/console/gaps')
  assert.deepEqual(new Map(form).get('title'), values.title)
  const byId = await markupOf(await editor.post('/console/gaps/preview', [...form, ['papers', 'p1'], ['find', 'p3']]))
  assert.match(byId, /value="p1" checked \/>/u)
  const made = await editor.post('/console/gaps', [...formAt(byId, '/console/gaps'), ['papers', 'p3']])
  assert.equal(made.headers.get('location'), '/console/gaps/g1?saved=1')
  const gap = await service.store.private.gaps.find('g1')
  assert.deepEqual([gap?.severity, gap?.paperIds], ['high', ['p1', 'p3']])
  const shown = await page('/console/gaps/g1?saved=1')
  assert.match(wordsOf(shown), /Saved as version 1\. .*p1 Costs of long runs p3 Memory/u)
  assert.match(wordsOf(await page('/console/gaps')), /g1 Nobody measures cost high 2/u)
  const bad = await markupOf(await editor.post('/console/gaps', { title: '', severity: 'x', explanation: 'E' }), 400)
  assert.match(wordsOf(bad), /Title: must not be empty\. .*Severity: must be one of critical, high, medium/u)
  const first = await editor.post('/console/gaps/g1', formAt(shown, '/console/gaps/g1', { title: 'First' }))
  assert.equal(first.status, 303)
  const stale = await markupOf(
    await editor.post('/console/gaps/g1', formAt(shown, '/console/gaps/g1', { title: 'Second' })),
    412,
  )
  assert.match(wordsOf(stale), /The current version: Title First/u)
  assert.equal((await editor.post('/console/gaps/g1', formAt(stale, '/console/gaps/g1'))).status, 303)
  assert.equal((await service.store.private.gaps.find('g1'))?.title, 'Second')
})

test('a chapter gets another text, previewed as readers will see it, and escaped', async (t) => {
  const { service, editor, page } = await open(t)
  const path = '/console/chapters/3'
  const introduction = 'Two *words* <script>alert(1)</script> [link](javascript:alert(1))'
  const form = formAt(await page(path), path, { name: 'Remembering', introduction })
  const shown = await markupOf(await editor.post(`${path}/preview`, form))
  assert.match(shown, /Two <em>words<\/em> &lt;script&gt;/u)
  assert.doesNotMatch(shown, /href="javascript:/u)
  assert.equal((await service.store.public.chapters.list())[2]?.version, 0)
  assert.equal((await editor.post(path, form)).headers.get('location'), `${path}?saved=1`)
  assert.equal((await service.store.public.chapters.list())[2]?.name, 'Remembering')
  const stale = await markupOf(await editor.post(path, form), 412)
  assert.match(wordsOf(stale), /The current version: Name Remembering Introduction Two \*words\*/u)
  await markupOf(await editor.post(path, { name: '', introduction: '', version: '1' }), 400)
  await page('/console/chapters/8', 404)
})

test('chapters are added, ordered, merged and taken out on one page, without a script', async (t) => {
  const { service, editor, page } = await open(t)
  const path = '/console/chapters'
  await service.accept(leastPaper({ id: 'p1', chapter: 2 }), leastPaper({ id: 'p2', chapter: 2 }))
  const numbers = async (): Promise<number[]> =>
    (await service.store.public.chapters.names()).map(({ number }) => number)
  const first = await page(path)
  assert.match(wordsOf(first), /2 Chapter 2 2 public papers/u)
  assert.match(wordsOf(first), /at most seven chapters/u)
  const [, order = ''] = /value="(?<order>[^"]*)" aria-label="Move Chapter 3 up"/u.exec(first) ?? []
  assert.equal(order, '1,3,2,4,5,6,7')
  assert.equal((await editor.post(`${path}/order`, { order })).headers.get('location'), `${path}?saved=order`)
  assert.deepEqual(await numbers(), [1, 3, 2, 4, 5, 6, 7])
  await markupOf(await editor.post(`${path}/order`, { order: '1,3' }), 400)

  const refused = await markupOf(await editor.post(`${path}/2/remove`), 409)
  assert.match(wordsOf(refused), /Chapter 2 has 2 papers: merge it into another chapter or into none\./u)
  assert.match(wordsOf(await page(`${path}/2`)), /It has 2 public papers\. All of them move, each as a new version/u)
  await markupOf(await editor.post(`${path}/2/merge`, { into: '' }), 400)
  await markupOf(await editor.post(`${path}/2/merge`, { into: '2' }), 400)
  assert.equal((await editor.post(`${path}/2/merge`, { into: '1' })).headers.get('location'), `${path}?saved=merged`)
  for (const number of [3, 4, 5, 6, 7]) {
    assert.match(wordsOf(await page(`${path}/${number}`)), /It has no papers\. Take it out/u)
    assert.equal((await editor.post(`${path}/${number}/remove`)).status, 303)
  }
  assert.deepEqual(await numbers(), [1])

  const taken = await markupOf(await editor.post(path, { number: '1', name: 'Again' }), 409)
  assert.match(taken, /value="Again"/u)
  await markupOf(await editor.post(path, { number: '4', name: ' ' }), 400)
  assert.equal((await editor.post(path, { number: '4', name: 'Trials' })).headers.get('location'), `${path}/4`)
  assert.deepEqual(await numbers(), [1, 4])

  await service.send('POST', '/api/papers', leastPaper({ id: 'p3', chapter: 6 }), { 'x-api-key': await service.key() })
  assert.match(wordsOf(await page(path)), /the library lacks .* Chapter 6 0 public papers, 1 not public/u)
  assert.equal((await editor.post(`${path}/6/merge`, { into: 'none' })).status, 303)
  assert.equal((await service.store.private.papers.findByIds(['p3'])).get('p3')?.chapter, null)

  await service.accept(
    ...Array.from({ length: 2_050 }, (_, index) => leastPaper({ id: `p${index + 100}`, chapter: 4 })),
  )
  const half = (await editor.post(`${path}/4/merge`, { into: '1' })).headers.get('location') ?? ''
  assert.equal(half, `${path}/4?left=50`)
  assert.match(wordsOf(await page(half)), /50 papers have yet to move\. Merge again to go on\./u)
  assert.equal((await editor.post(`${path}/4/merge`, { into: '1' })).headers.get('location'), `${path}?saved=merged`)
  assert.equal(
    await service.store.public.papers.countByAttributes({ chapter: 1, type: null, minLongHorizon: null }),
    2_052,
  )
})

test('a brief goes from the week’s papers over a draft with preview to readers, and then never changes', async (t) => {
  const { service, editor, page } = await open(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Best', longHorizonScore: 0.9 }),
    leastPaper({ id: 'p2', title: 'Second' }),
  )
  const unknown = await markupOf(await editor.post('/console/briefs', { week: 'next week' }), 400)
  assert.equal(new Map(formAt(unknown, '/console/briefs')).get('week'), 'next week')
  const made = await editor.post('/console/briefs', formAt(await page('/console/briefs'), '/console/briefs'))
  const path = '/console/briefs/2026-w47'
  assert.deepEqual([made.status, made.headers.get('location')], [303, path])
  assert.equal((await editor.post('/console/briefs', { week: '2026-w47' })).headers.get('location'), path)
  const draft = await page(path)
  assert.match(wordsOf(draft), /Accepted this week: 2 papers\./u)
  const values = { title: 'The week', houseTake: 'Read p1.' }
  const typed = formAt(draft, path, { ...values, 'text-0': '**Two** papers.' })
  const shown = await markupOf(await editor.post(`${path}/preview`, typed))
  assert.match(shown, /<strong>Two<\/strong> papers\./u)
  const withoutSecond = formAt(shown, path).filter(([name]) => name !== 'featured-2')
  assert.equal((await editor.post(path, withoutSecond)).headers.get('location'), `${path}?saved=2`)
  assert.equal((await service.get('/api/v1/briefs/latest')).status, 404)
  const stale = await markupOf(await editor.post(path, formAt(draft, path, { title: 'Late' })), 412)
  assert.match(wordsOf(stale), /The current version: Title The week/u)
  const ready = await page(`${path}/publish`)
  const early = await markupOf(await editor.post(`${path}/publish`, { version: '1', sure: 'yes' }), 412)
  assert.match(wordsOf(early), /has been changed in the meantime/u)
  assert.throws(() => formAt(early, `${path}/publish`))
  const published = await editor.post(`${path}/publish`, formAt(ready, `${path}/publish`))
  assert.equal(published.headers.get('location'), '/console/briefs?published=2026-w47')
  assert.match(await page('/console/briefs?published=2026-w47'), /data-draft-done="e_\w+\/briefs\/2026-w47"/u)
  assert.deepEqual(await jsonOf(await service.get('/api/v1/briefs/latest')), {
    week: 'Week 47, 2026',
    ...values,
    summary: '**Two** papers.\n\n- Best (p1), 2025\n- Second (p2), 2025',
    featuredPapers: ['p1'],
  })
  await page(path, 404)
  await markupOf(await editor.post(path, withoutSecond), 404)
  const again = await markupOf(await editor.post('/console/briefs', { week: '2026-w47' }), 409)
  assert.match(wordsOf(again), /a published brief never changes/u)
})

test('the page of a gap tells its life, which the form of its state goes on with', async (t) => {
  const { service, editor, page } = await open(t)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2', title: 'Half of the cost' }))
  const gap = { id: 'g1', title: 'Cost', severity: 'high' as const, explanation: 'Why.', paperIds: ['p1'] }
  await service.store.transact((tx) => tx.gaps.put(gap, service.clock.now().toISOString()))
  const path = '/console/gaps/g1'
  const refused = await markupOf(
    await editor.post(`${path}/state`, { version: '1', state: 'closed', reason: 'All of it.', papers: '' }),
    400,
  )
  assert.match(refused, /All of it\./u)
  assert.match(wordsOf(refused), /must name at least one paper/u)
  const typed = { version: '1', state: 'narrowing', reason: 'It measures <half>.', papers: 'p2, p1' }
  assert.equal((await editor.post(`${path}/state`, typed)).headers.get('location'), `${path}?saved=2`)
  assert.match(wordsOf(await page(path)), /State: narrowing .*: narrowed by p1, p2 It measures <half>\./u)
  assert.match(wordsOf(await page('/console/gaps')), /Cost high 1 narrowing/u)
  assert.equal((await editor.post(`${path}/state`, typed)).status, 412)
  const shown = await (await service.get('/gaps/g1')).text()
  assert.match(
    wordsOf(shown),
    /Narrowing, last narrowed .* History Narrowed .* It measures <half>\. .*Half of the cost .*Opened/u,
  )
  const list = await (await service.get('/gaps?state=narrowing')).text()
  assert.match(wordsOf(list), /All 1 Open 0 Narrowing 1 Closed 0 .*Narrowing, last narrowed/u)
  assert.match(wordsOf(await (await service.get('/gaps?state=closed')).text()), /has no closed /u)
  assert.match(await (await service.get('/gaps.atom')).text(), /Narrowed on \d{4}-\d\d-\d\d: It measures/u)
})

test('a published brief gets corrections on a page of its own, and a draft none', async (t) => {
  const { service, editor, page } = await open(t)
  await service.accept(...briefOfWeek47.featured.map((id) => leastPaper({ id })))
  const path = '/console/briefs/2026-w47/corrections'
  assert.equal((await editor.get(path)).status, 404)
  assert.equal((await editor.post('/console/briefs', { week: '2026-w47' })).status, 303)
  assert.match(wordsOf(await page(path)), /This is a draft: change it instead/u)
  await markupOf(await editor.post(path, { text: 'Too early.' }), 404)
  await service.run(publishBrief, { brief: briefOfWeek47, actor: 'test' })
  assert.match(await page('/console/briefs'), new RegExp(`href="${path}"`, 'u'))
  assert.match(wordsOf(await markupOf(await editor.post(path, { text: ' ' }), 400)), /must not be empty/u)
  assert.equal((await editor.post(path, { text: 'It was *two*.' })).headers.get('location'), `${path}?saved=yes`)
  assert.match(wordsOf(await page(`${path}?saved=yes`)), /stands under the brief\. .* It was two ?\. /u)
})

test('the page of a concept tells when its label changed, with both sets of numbers', async (t) => {
  const service = await startTestService(t)
  const keep = () => service.run(keepTrends, null)
  await service.accept(
    leastPaper({ id: 'p1', year: 2023, concepts: ['planning'] }),
    leastPaper({ id: 'p2', year: 2026, concepts: ['planning'] }),
  )
  await keep()
  assert.doesNotMatch(await (await service.get('/concepts/planning')).text(), /How the label changed/u)
  service.clock.advance(7 * 86_400)
  await service.accept(
    leastPaper({ id: 'p3', year: 2023, title: 'One' }),
    leastPaper({ id: 'p4', year: 2023, title: 'Two' }),
  )
  await keep()
  const sentence =
    'From stable to growing in 2026-w48: 1 of 1 (100.0%) in 2025 and 2026, 1 of 3 (33.3%) in 2023 and 2024; before (2026-w47): 1 of 1 (100.0%) in 2025 and 2026, 1 of 1 (100.0%) in 2023 and 2024.'
  assert.ok((await (await service.get('/concepts/planning')).text()).includes(sentence))
  assert.ok((await (await service.get('/concepts/planning.md')).text()).includes(sentence))
})
