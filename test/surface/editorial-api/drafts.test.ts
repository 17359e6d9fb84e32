import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { unassessedPaper, decide, submit } from '../../support/service/review.ts'
import { engines, sqliteEngine, type TestEngine } from '../../support/database/engines.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PASSAGE = 'Episodes are written to a memory store.'

const draft = {
  version: 1,
  chapter: { value: 3, passage: PASSAGE },
  longHorizonScore: { value: 0.62, passage: 'in LONG sessions' },
  concepts: [{ value: 'episodic memory', passage: 'by episodic  memory' }],
  houseCommentary: { value: 'Plain, and well measured.', passages: [PASSAGE] },
}

const opened = async (t: TestContext, engine: TestEngine = sqliteEngine) => {
  const service = await startTestService(t, { engine })
  const [submitter, agent, other] = [await service.key(), await service.key('draft'), await service.key('draft')]
  await submit(service, submitter, unassessedPaper({ id: 'p1' }))
  const get = (path: string, key = agent) => service.get(`/api/editorial/drafts${path}`, { 'x-api-key': key })
  const put = (id: string, body: unknown, key = agent) =>
    service.send('PUT', `/api/editorial/drafts/${id}`, body, { 'x-api-key': key })
  return { service, submitter, agent, other, get, put }
}

const recordsOf = async ({ store }: Awaited<ReturnType<typeof startTestService>>) =>
  (await store.private.audit.list({ actor: null, act: null, subject: 'p1' }, null, 50)).records.toReversed()

for (const engine of engines)
  test(`${engine.name}: an agent reads the queue and attaches a draft, which changes nothing until an editor takes it over`, async (t) => {
    const { service, get, put, other } = await opened(t, engine)
    const list = await jsonOf<{ count: number; papers: object[] }>(await get(''))
    const entry = { id: 'p1', title: 'Retrieval of episodes from memory', year: 2025, version: 1 }
    assert.deepEqual(list.papers, [entry])
    assert.deepEqual((await put('p1', draft)).status, 200)
    assert.deepEqual((await jsonOf<typeof list>(await get(''))).papers, [{ ...entry, drafted: 1 }])
    assert.deepEqual((await jsonOf<typeof list>(await get('', other))).papers, [entry])
    assert.equal((await service.store.private.submissions.findWithoutHistory('p1'))?.state, 'pending')
    assert.equal((await service.store.private.papers.findByIds(['p1'])).get('p1')?.chapter, null)

    const editor = await signedIn(service, 'editor')
    const page = await (await editor.get('/console/queue/p1')).text()
    assert.match(page, /Draft by <bdi>test<\/bdi>/u)
    const [, address = ''] = /href="(?<address>[^"]+)" data-swap data-key="d"/u.exec(page) ?? []
    const taken = await (await editor.get(address.replaceAll('&amp;', '&'))).text()
    const [, author = ''] = /name="takenFrom" value="(?<author>key:[^"]+)"/u.exec(taken) ?? []
    assert.match(taken, /Plain, and well measured\.<\/textarea>/u)
    const fields = {
      event: 'accept',
      version: '1',
      assessed: '1',
      takenFrom: author,
      chapter: '3',
      houseCommentary: 'Mine.',
    }
    await editor.post('/console/queue/p1/decide', fields)
    service.clock.advance(30)
    await service.run(applyDueDecisions, null)
    const records = (await recordsOf(service)).slice(-4)
    assert.deepEqual(
      records.map(({ act, actor }) => [act, actor.split(':')[0]]),
      [
        ['assessment.draft', 'key'],
        ['decision.make', 'editor'],
        ['paper.assess', 'editor'],
        ['paper.accept', 'editor'],
      ],
    )
    assert.ok(records[1]?.after?.includes(`"takenFrom":"${records[0]?.actor}"`), records[1]?.after ?? 'nothing')
    const found = await service.store.public.papers.find('p1')
    assert.ok(found?.state === 'accepted')
    assert.deepEqual([found.paper.chapter, found.paper.commentary], [3, 'Mine.'])
  })

/** A quotation that differs by one word from what the paper says. */
const near = (id: string): string => `[${id} "store of plans lasts for two hours of each day in every year"]`

test('the answer to a draft says which marks of its commentary do not hold, without words that the public may not read', async (t) => {
  const { service, put } = await opened(t)
  const words = 'A store of plans lasts for one hour of each day in every year.'
  await service.accept(
    wholePaper({ id: 'p8', fullText: words, license: 'All rights reserved' }),
    wholePaper({ id: 'p7', fullText: words, license: 'CC-BY-4.0' }),
  )
  const value = `Kept [p1 "written to a memory store"]. Lost ${near('p8')} ${near('p7')}. Gone [p9].`
  const answer = await put('p1', { ...draft, houseCommentary: { value, passages: [PASSAGE] } })
  const { evidence } = await jsonOf<{ evidence: { mark: string; found: string | null }[] }>(answer)
  assert.deepEqual(
    evidence.map(({ mark, found }) => [mark, found]),
    [
      [near('p8'), null],
      [near('p7'), 'store of plans lasts for one hour of each day in every year'],
      ['[p9]', null],
    ],
  )
  assert.deepEqual(await jsonOf(await put('p1', draft)), { success: true, id: 'p1', version: 1 })
})

test('nothing of submitters, notes, checks or others’ advice is shown, and no paper outside the queue', async (t) => {
  const { service, submitter, get, put, other } = await opened(t)
  const secret = 'Please reconsider the sampling.'
  const headers = { 'x-api-key': await service.key('review') }
  await service.send(
    'POST',
    '/api/editorial/submissions/p1/recommendation',
    { recommendation: 'ask', note: secret },
    headers,
  )
  await put('p1', draft, other)
  const shown = await (await get('/p1')).text()
  assert.deepEqual(Object.keys(JSON.parse(shown) as object), ['success', 'version', 'paper'])
  for (const hidden of [secret, 'key:', 'k_', 'test', 'Plain, and well measured'])
    assert.ok(!shown.includes(hidden), hidden)
  for (const [id, event] of [
    ['p2', 'accept'],
    ['p3', 'reject'],
    ['p4', 'ask'],
  ] as const) {
    await submit(service, submitter, wholePaper({ id, title: `Another ${id}`, url: `https://example.org/${id}` }))
    await decide(service, id, event)
  }
  for (const id of ['p2', 'p3', 'p4', 'p99'])
    for (const response of [await get(`/${id}`), await put(id, draft)]) {
      const { error } = await jsonOf<{ error: string }>(response)
      assert.deepEqual([response.status, error], [404, `There is no paper ${id} in the queue.`])
    }
})

test('a draft that rests on words the paper does not say, or on none, is refused by name and keeps nothing', async (t) => {
  const { service, put } = await opened(t)
  const refusals: [object, string][] = [
    [{ ...draft, chapter: { value: 3, passage: 'Words that are not there.' } }, 'chapter.passage'],
    [
      {
        ...draft,
        concepts: [
          { value: 'a', passage: PASSAGE },
          { value: 'b', passage: 'Nowhere.' },
        ],
      },
      'concepts.1.passage',
    ],
    [{ ...draft, houseCommentary: { value: 'Fine.', passages: [] } }, 'houseCommentary.passages'],
    [{ ...draft, chapter: { value: 8, passage: PASSAGE } }, 'chapter.value'],
    [{ ...draft, enterpriseScore: 0.4 }, 'enterpriseScore'],
    [{ ...draft, title: 'Another' }, 'title'],
    [{ version: 1 }, 'body'],
  ]
  for (const [body, path] of refusals) {
    const response = await put('p1', body)
    const { details } = await jsonOf<{ details: { path: string }[] }>(response)
    assert.deepEqual([response.status, details.map((one) => one.path)], [400, [path]])
  }
  const stale = await put('p1', { ...draft, version: 2 })
  assert.deepEqual([stale.status, (await jsonOf<{ version: number }>(stale)).version], [409, 1])
  assert.deepEqual(await service.store.private.assessments.listDrafts('p1'), [])
})
