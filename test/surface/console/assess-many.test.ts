import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assessPapers } from '#actions/assessments.ts'
import { scheduleDecision } from '#actions/scheduled-decisions.ts'
import { engines } from '../../support/database/engines.ts'
import { actsOf } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { acceptAssessedPapers, submit, unassessedPaper } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

/** The boxes of a page, as its form sends them. */
const boxesOf = (page: string): [string, string][] =>
  [...page.matchAll(/name="paper" value="(?<value>[^"]*)" checked/gu)].map((found) => [
    'paper',
    (found.groups?.value ?? '').replaceAll('&amp;', '&'),
  ])

const paperOf = async (service: TestService, id: string) => (await service.store.private.papers.findByIds([id])).get(id)

for (const engine of engines)
  test(`${engine.name}: an editor sees suggestions above a confidence, and only what they confirm is stored`, async (t) => {
    const service = await startTestService(t, { engine })
    await acceptAssessedPapers(service, 12)
    await service.accept(
      unassessedPaper({ id: 'p1', type: 'survey' }),
      unassessedPaper({ id: 'p2', title: 'Other episodes' }),
    )
    await submit(service, await service.key(), unassessedPaper({ id: 'p3', title: 'Episodes in review' }))
    const editor = await signedIn(service, 'editor')
    const open = async (query: string) => (await editor.get(`/console/assess-many?${query}`)).text()
    assert.match(await (await editor.get('/console/papers?assessed=false')).text(), /href="\/console\/assess-many"/u)

    assert.match(await open('confidence=100'), /, 0 have a suggestion of that confidence/u)
    const page = await open('confidence=60')
    assert.match(page, /Of the next 2 papers not yet assessed, 2 have a suggestion/u)
    assert.match(page, /<td>3 · \d+ %<\/td>/u)
    const boxes = boxesOf(page)
    assert.deepEqual(
      boxes.map(([, value]) => [...new URLSearchParams(value).keys()].join(' ')),
      // What somebody gave is not suggested again.
      [
        'id version chapter longHorizonScore enterpriseScore',
        'id version chapter type longHorizonScore enterpriseScore',
      ],
    )
    assert.equal((await paperOf(service, 'p1'))?.chapter, null, 'a page stores nothing')

    const [first = ['', '']] = boxes
    const confirmed = await editor.post('/console/assess-many?confidence=60', [first])
    assert.match(confirmed.headers.get('location') ?? '', /in=public&confidence=60&assessed=1&skipped=0$/u)
    const [one, other] = [await paperOf(service, 'p1'), await paperOf(service, 'p2')]
    assert.deepEqual([one?.chapter, one?.type, other?.chapter, other?.type], [3, 'survey', null, null])
    const [act, ...others] = await actsOf(service, 'paper.assess')
    assert.deepEqual([act?.subject, act?.actor, others], ['p1', `editor:${editor.editor.id}`, []])

    // The same box again is about a version that is no longer there.
    const again = await editor.post('/console/assess-many?confidence=60', boxes)
    assert.match(again.headers.get('location') ?? '', /assessed=1&skipped=1$/u)
    assert.match(await open('confidence=60&assessed=1&skipped=1'), /1 paper assessed\. 1 had changed in the meantime/u)
    assert.match(await open('confidence=60'), /Of the next 0 papers/u)

    const queue = await open('in=queue&confidence=60')
    for (const assessed of [true, false]) assert.ok(queue.includes(`href="/console/queue?assessed=${assessed}"`))
    const queued = boxesOf(queue)
    assert.equal(queued.length, 1)
    assert.equal((await editor.post('/console/assess-many?in=queue&confidence=60', queued)).status, 303)
    assert.equal((await paperOf(service, 'p3'))?.chapter, 3)
    assert.equal((await service.store.private.submissions.findWithoutHistory('p3'))?.state, 'pending')

    for (const paper of ['id=p1&version=1&chapter=9', 'id=p1', 'id=x&version=1', 'id=p1&version=1&title=No'])
      assert.equal((await editor.post('/console/assess-many', { paper })).status, 400, paper)
    assert.equal((await editor.get('/console/assess-many?confidence=101')).status, 400)
  })

test('a paper on which somebody has just decided, or that is not there, is left alone', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), unassessedPaper({ id: 'p1' }))
  await service.run(scheduleDecision, { id: 'p1', event: 'accept', note: null, actor: 'editor:ada', version: 1 })
  const papers = ['p1', 'p9'].map((id) => ({ id, version: 1, fields: { chapter: 3 as const } }))
  assert.deepEqual(await service.run(assessPapers, { papers, actor: 'cli' }), { assessed: 0, skipped: ['p1', 'p9'] })
  assert.notEqual(await service.store.private.decisions.find('p1'), null)
})

test('the queue leads to the assessment of many, and to those that are assessed', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2']) await submit(service, key, unassessedPaper({ id, title: `Episodes ${id}` }))
  const editor = await signedIn(service, 'editor')
  const listed = async (query = '') => (await editor.get(`/console/queue${query}`)).text()
  const many = 'href="/console/assess-many?in=queue"'
  assert.ok((await listed()).includes(many))
  assert.ok((await listed()).includes('href="/console/queue?assessed=true">Assessed</a>'))
  assert.match(await listed('?assessed=true'), /The queue is empty/u)
  const reviewer = await signedIn(service, 'reviewer')
  assert.ok(!(await (await reviewer.get('/console/queue')).text()).includes(many))
})
