import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, submit } from '../../support/service/review.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { markupOf, wordsOf } from '../../support/markup.ts'
import { type EditorSession, signedInEach } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Results = { results: { kind: string; id: string; title: string; detail: string; href: string }[] }

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ id: 'p1', title: 'Checkpoints for agents' }))
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p2', title: 'Checkpoints that wait' }))
  await submit(service, key, leastPaper({ id: 'p3', title: 'Checkpoints that were refused' }))
  await decide(service, 'p3', 'reject')
  return { service, ...(await signedInEach(service)) }
}

const find = async (browser: Pick<EditorSession, 'get'>, query: string): Promise<Results['results']> => {
  const response = await browser.get(`/console/find?${query}`, { accept: 'application/json' })
  assert.equal(response.status, 200)
  return ((await response.json()) as Results).results
}

const hrefs = async (browser: Pick<EditorSession, 'get'>, query: string): Promise<string[]> =>
  (await find(browser, query)).map(({ href }) => href)

test('each role finds the papers that it may see elsewhere, and is sent to where it may read them', async (t) => {
  const { admin, editor, reviewer } = await open(t)
  for (const browser of [admin, editor])
    assert.deepEqual(await hrefs(browser, 'q=chekpoints&kind=papers'), [
      '/console/papers/p1/edit',
      '/console/queue/p2',
      '/console/papers/p3/edit',
    ])
  assert.deepEqual(await hrefs(reviewer, 'q=chekpoints&kind=papers'), ['/papers/p1', '/console/queue/p2'])
  assert.deepEqual(await hrefs(editor, 'q=p3&kind=papers'), ['/console/papers/p3/edit'])
  assert.deepEqual(await hrefs(reviewer, 'q=p3&kind=papers'), [], 'an id reveals no more than words')
  assert.deepEqual(await hrefs(editor, `q=${encodeURIComponent('https://example.org/papers/p1')}&kind=papers`), [
    '/console/papers/p1/edit',
  ])
  const [first] = await find(editor, 'q=agents&kind=papers')
  assert.deepEqual(first, {
    kind: 'papers',
    id: 'p1',
    title: 'Checkpoints for agents',
    detail: 'p1 · 2025 · Ada Example, Ben Sample',
    href: '/console/papers/p1/edit',
  })
})

test('concepts, people, settings and pages are found as the role may open them', async (t) => {
  const { admin, editor, reviewer } = await open(t)
  assert.deepEqual(await hrefs(editor, 'q=eror recov&kind=concepts'), ['/console/concepts/error-recovery'])
  assert.deepEqual(await hrefs(reviewer, 'q=error&kind=concepts'), ['/concepts/error-recovery'])
  assert.deepEqual(await hrefs(editor, 'q=smaple&kind=people'), ['/console/papers?q=authors%3A%22Ben+Sample%22'])
  assert.deepEqual(
    (await find(admin, 'q=reviewer&kind=people')).map(({ title, detail }) => [title, detail]),
    [['Some reviewer', 'reviewer']],
  )
  assert.deepEqual(await find(editor, 'q=reviewer&kind=people'), [], 'only admins see who may sign in')
  assert.deepEqual(await hrefs(admin, 'q=tagl&kind=settings'), ['/console/settings#tagline'])
  assert.deepEqual(await hrefs(editor, 'q=tagl&kind=settings'), [])
  assert.deepEqual(await hrefs(editor, 'q=chapter 3&kind=settings'), ['/console/chapters/3'])
  assert.deepEqual(await hrefs(admin, 'q=webhoks&kind=pages'), ['/console/webhooks'])
  assert.deepEqual(await hrefs(editor, 'q=webhooks&kind=pages'), [])
  assert.deepEqual(await hrefs(reviewer, 'q='), ['/console/account', '/console/sign-out', '/console', '/console/queue'])
  for (const browser of [admin, editor, reviewer])
    for (const query of ['q=', 'q=new', 'q=a', 'q=review', 'q=admin', 'q=library', 'q=publish'])
      for (const href of await hrefs(browser, `${query}&kind=pages`))
        if (href !== '/console/sign-out')
          assert.ok([200, 303].includes((await browser.get(href)).status), `${href} may be opened`)
})

test('everything at once is at most twelve results, some of each kind', async (t) => {
  const { service, admin } = await open(t)
  for (let number = 20; number < 40; number += 1)
    await service.accept(wholePaper({ id: `p${number}`, title: `Papers on checkpoints ${number}`, doi: undefined }))
  const results = await find(admin, 'q=checkp')
  assert.equal(results.length, 12)
  assert.ok(results.some(({ kind }) => kind === 'concepts'))
  assert.equal((await find(admin, 'q=checkp&kind=papers')).length, 12)
  assert.deepEqual(await find(admin, 'q=papers&kind=pages').then((all) => all[0]?.title), 'Papers')
})

test('without a script it is a page with a form', async (t) => {
  const { editor } = await open(t)
  const page = await markupOf(await editor.get('/console/find?q=chekpoints', { accept: 'text/html,*/*;q=0.8' }))
  assert.match(wordsOf(page), /papers Checkpoints for agents p1 · 2025/u)
  assert.match(page, /<a href="\/console\/queue\/p2"/u)
  const none = await markupOf(await editor.get('/console/find?q=zzzzzzzz', { accept: 'text/html' }))
  assert.match(wordsOf(none), /Nothing found for “zzzzzzzz”/u)
  assert.match(
    await markupOf(await editor.get('/console/find?q=sign%20out', { accept: 'text/html' })),
    /<form method="post" action="\/console\/sign-out">/u,
  )
  for (const query of ['?kind=lost', '?colour=1', `?q=${'a'.repeat(201)}`])
    await markupOf(await editor.get(`/console/find${query}`, { accept: 'text/html' }), 400)
})
