import assert from 'node:assert/strict'
import { test, after } from 'node:test'
import { assertFailure, idsAt, jsonOf, nextLink, pagesFrom, type Listed } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { mergePaper } from '#actions/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'

type AgentList = Listed & { total: number }

const researchTypes = ['empirical', 'theoretical', 'benchmark', 'system', 'survey', 'position', 'case_study', 'dataset']

test('a list item has exactly the specified fields', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ type: 'survey', fullText: 'Text.' }), leastPaper({ id: 'p2' }))
  const response = await service.get('/api/v1/papers')
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(
    await response.text(),
    '{"total":2,"papers":[{"id":"p1","title":"Checkpoints for agents that work for days","year":2025,"longHorizonScore":8.2,"enterpriseScore":4,"chapter":4},{"id":"p2","title":"A paper with nothing but the required fields","year":2025}]}',
  )
})

test('an empty corpus answers a total of 0', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/api/v1/papers')
  assert.equal(await response.text(), '{"total":0,"papers":[]}')
  assert.equal(response.headers.get('x-total-count'), '0')
})

test('total counts the matches before limit', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...Array.from({ length: 7 }, (_, index) =>
      leastPaper({ id: `p${index + 1}`, chapter: index < 5 ? 1 : 2, longHorizonScore: 0.9 - index / 10 }),
    ),
  )
  const table: [string, number, string[]][] = [
    ['?limit=2', 7, ['p1', 'p2']],
    ['?limit=2&chapter=1', 5, ['p1', 'p2']],
    ['?chapter=2', 2, ['p6', 'p7']],
    ['?limit=1&min_lh_score=7', 3, ['p1']],
    ['?limit=7', 7, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']],
  ]
  for (const [query, total, ids] of table) {
    const response = await service.get(`/api/v1/papers${query}`)
    assert.equal(response.headers.get('x-total-count'), String(total), query)
    const body = await jsonOf<AgentList>(response)
    assert.equal(body.total, total, query)
    assert.deepEqual(
      body.papers.map(({ id }) => id),
      ids,
      query,
    )
  }
})

test('total is the same on every page, and the pages follow by Link', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...Array.from({ length: 5 }, (_, index) => leastPaper({ id: `p${index + 1}`, type: 'survey', chapter: 1 })),
  )
  const seen: unknown[] = []
  const query = '?limit=2&type=survey&chapter=1'
  for await (const page of pagesFrom(service, `/api/v1/papers${query}`)) {
    const { total, papers } = await jsonOf<AgentList>(page)
    assert.equal(total, 5)
    seen.push(...papers.map(({ id }) => id))
  }
  assert.deepEqual(seen, ['p1', 'p2', 'p3', 'p4', 'p5'])
  const link = nextLink(await service.get(`/api/v1/papers${query}`)) ?? ''
  assert.ok(link.startsWith(`${service.url}/api/v1/papers${query}&cursor=`), link)
})

test('type lets only papers of that research type through', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...researchTypes.map((type, index) => leastPaper({ id: `p${index + 1}`, type })),
    leastPaper({ id: 'p9' }),
  )
  for (const [index, type] of researchTypes.entries())
    assert.deepEqual(await idsAt(service, `/api/v1/papers?type=${type}`), [`p${index + 1}`])
  assert.equal((await idsAt(service, '/api/v1/papers')).length, 9)
})

test('an unknown type is refused, and the response lists those that are known', async (t) => {
  const service = await startTestService(t)
  for (const type of ['', 'Survey', 'survey ', 'surveys', 'case-study', 'null', 'all', '__proto__']) {
    const { paths, sentence } = await assertFailure(
      await service.get(`/api/v1/papers?type=${encodeURIComponent(type)}`),
      'agent',
      400,
    )
    assert.deepEqual(paths, ['type'])
    for (const known of researchTypes) assert.ok(sentence.includes(known), `${sentence} lacks ${known}`)
  }
})

test('min_lh_score outside 0 to 10 is refused', async (t) => {
  const service = await startTestService(t)
  for (const bound of [
    '10.1',
    '10.000001',
    '11',
    '-0.1',
    '-1',
    'NaN',
    'Infinity',
    '',
    ' ',
    'x',
    '7,3',
    '0x5',
    '7.3.1',
    '7 3',
  ]) {
    const response = await service.get(`/api/v1/papers?min_lh_score=${encodeURIComponent(bound)}`)
    const { paths, sentence } = await assertFailure(response, 'agent', 400)
    assert.deepEqual(paths, ['min_lh_score'], bound)
    assert.match(sentence, /0 to 10/u)
  }
})

test('filters are joined by AND', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', chapter: 1, type: 'survey', longHorizonScore: 0.9 }),
    leastPaper({ id: 'p2', chapter: 1, type: 'survey', longHorizonScore: 0.1 }),
    leastPaper({ id: 'p3', chapter: 2, type: 'survey', longHorizonScore: 0.9 }),
    leastPaper({ id: 'p4', chapter: 1, type: 'system', longHorizonScore: 0.9 }),
  )
  assert.deepEqual(await idsAt(service, '/api/v1/papers?chapter=1&type=survey&min_lh_score=5'), ['p1'])
})

test('the detail has the six specified fields first, then all others, scores on the scale 0 to 10', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ type: 'case_study', fullText: 'The whole text.' }))
  const given = wholePaper()
  const byOperator = { from: 'given', by: 'operator' }
  const detail = await jsonOf(await service.get('/api/v1/papers/p1'))
  assert.deepEqual(detail, {
    id: 'p1',
    title: given.title,
    authors: [{ name: 'Ada Example' }, { name: 'Ben Sample' }],
    abstract: given.abstract,
    houseComment: given.houseCommentary,
    frameworkMappings: given.frameworkMappings,
    year: 2025,
    institution: given.institution,
    url: given.url,
    storageUrl: given.storageUrl,
    chapter: 4,
    type: 'case_study',
    topics: given.topics,
    concepts: given.concepts,
    longHorizonScore: 8.2,
    enterpriseScore: 4,
    provenance: {
      chapter: byOperator,
      type: byOperator,
      longHorizonScore: byOperator,
      enterpriseScore: byOperator,
    },
    abstractBy: 'authors',
    fullTextKind: 'text',
  })
  assert.deepEqual(Object.keys(detail), [
    'id',
    'title',
    'authors',
    'abstract',
    'houseComment',
    'frameworkMappings',
    'year',
    'institution',
    'url',
    'storageUrl',
    'chapter',
    'type',
    'topics',
    'concepts',
    'longHorizonScore',
    'enterpriseScore',
    'provenance',
    'abstractBy',
    'fullTextKind',
  ])
})

test('the detail has fullText only with include=fullText', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ fullText: 'The whole text.' }), leastPaper({ id: 'p2' }))
  const plain = await jsonOf(await service.get('/api/v1/papers/p1'))
  const whole = await jsonOf(await service.get('/api/v1/papers/p1?include=fullText'))
  assert.deepEqual(whole, { ...plain, fullText: 'The whole text.' })
  assert.equal(Object.keys(whole).at(-1), 'fullText')
  assert.ok(!('fullText' in plain))
  assert.ok(!('fullText' in (await jsonOf(await service.get('/api/v1/papers/p2?include=fullText')))))
})

test('include accepts fullText only', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  for (const include of ['', 'fulltext', 'all', 'fullText,abstract', 'include'])
    assert.deepEqual(
      (await assertFailure(await service.get(`/api/v1/papers/p1?include=${include}`), 'agent', 400)).paths,
      ['include'],
    )
})

test('fields without a value are absent from the detail, never null', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  const text = await (await service.get('/api/v1/papers/p1')).text()
  assert.equal(
    text,
    '{"id":"p1","title":"A paper with nothing but the required fields","authors":[{"name":"Ada Example"}],"year":2025}',
  )
})

test('an unknown paper is a problem of status 404', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7' }))
  for (const id of ['p8', 'P7', 'p007', 'x', '%00', '%F0%9F%99%82'])
    assert.equal((await assertFailure(await service.get(`/api/v1/papers/${id}`), 'agent', 404)).code, 'not_found')
})

test('the agent API needs no key and ignores one', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  for (const key of ['', 'nonsense', 'lv_live_x'])
    assert.equal((await service.get('/api/v1/papers/p1', { 'x-api-key': key })).status, 200)
})

const service = await startTestService({ after })
await service.accept(
  wholePaper({ url: 'https://arxiv.org/abs/2210.03629' }),
  leastPaper({ id: 'p2', url: 'https://doi.org/10.1000/a,B' }),
  leastPaper({ id: 'p3' }),
  leastPaper({ id: 'p4' }),
)
await submitInto(service, {
  key: await service.key(),
  state: 'pending',
  paper: leastPaper({ id: 'p5', url: 'https://arxiv.org/abs/2401.00005' }),
})
await decide(service, 'p3', 'retract', 'Withdrawn.')
await service.run(mergePaper, { id: 'p4', into: 'p1', note: null, actor: 'test' })

type PapersById = { total: number; papers: Record<string, unknown>[]; missing: unknown; redirects: unknown }

const papersById = async (ids: string[], rest = ''): Promise<PapersById> =>
  jsonOf(await service.get(`/api/v1/papers?ids=${encodeURIComponent(ids.join(','))}${rest}`))

test('papers are asked for by ids, DOIs, arXiv ids and addresses, in any mixture', async () => {
  const { total, papers, missing, redirects } = await papersById([
    '10.1000/a%2Cb',
    'arXiv:2210.03629v2',
    `${service.url}/papers/p1`,
    'p3',
    'p4',
    'p5',
    '2401.00005',
    'p404',
    '%E0%A4%A',
  ])
  assert.equal(total, 2)
  assert.deepEqual(
    papers.map(({ id }) => id),
    ['p2', 'p1'],
  )
  assert.deepEqual(Object.keys(papers[0] ?? {}), ['id', 'title', 'year'])
  assert.deepEqual(missing, [
    { id: 'p3', reason: 'retracted' },
    { id: 'p5', reason: 'not_found' },
    { id: '2401.00005', reason: 'not_found' },
    { id: 'p404', reason: 'not_found' },
    { id: '%E0%A4%A', reason: 'not_found' },
  ])
  assert.deepEqual(redirects, [{ from: 'p4', to: 'p1' }])
})

test('two hundred papers at once are the limit, and a wrong list is named', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `p${index + 1}`)
  assert.equal((await papersById(ids)).total, 2)
  for (const wrong of [[...ids, 'p201'].join(','), '', ',,', 'x'.repeat(8_193), 'p1%0000']) {
    const response = await service.get(`/api/v1/papers?ids=${encodeURIComponent(wrong)}`)
    assert.deepEqual((await assertFailure(response, 'agent', 400)).paths, ['ids'], wrong.slice(0, 20))
  }
})

test('a list has the fields that were asked for, and without being asked those of the contract', async () => {
  const { papers } = await jsonOf<PapersById>(
    await service.get('/api/v1/papers?fields=authors,abstract,arxivId&limit=1'),
  )
  assert.deepEqual(Object.keys(papers[0] ?? {}).toSorted(), ['abstract', 'authors', 'id'])
  const named = await papersById(['p1'], '&fields=title')
  assert.deepEqual(named.papers, [{ id: 'p1', title: 'Checkpoints for agents that work for days' }])
  const { concepts } = await jsonOf<{ concepts: object[] }>(await service.get('/api/v1/concepts?fields=trend'))
  assert.deepEqual(Object.keys(concepts[0] ?? {}), ['id', 'trend'])
  for (const path of ['papers', 'concepts', 'gaps', 'briefs']) {
    const response = await service.get(`/api/v1/${path}?fields=id,fullText`)
    const { paths, sentence } = await assertFailure(response, 'agent', 400)
    assert.equal(paths[0], 'fields.1', path)
    assert.match(sentence, /fields/u)
  }
})

test('the fields are kept on the next page', async () => {
  const response = await service.get('/api/v1/papers?fields=title&limit=1')
  const next = /<(?<address>[^>]+)>; rel="next"/u.exec(response.headers.get('link') ?? '')?.groups?.address ?? ''
  const { papers } = await jsonOf<PapersById>(await fetch(next))
  assert.deepEqual(Object.keys(papers[0] ?? {}), ['id', 'title'])
})

test('bounds in time and orders narrow and order the list, and each order has its own cursors', async (t) => {
  const service = await startTestService(t)
  service.clock.set('2026-10-31T23:00:00.000Z')
  await service.accept(
    leastPaper({ id: 'p1', year: 2023, longHorizonScore: 0.9, enterpriseScore: 0.1, type: 'survey' }),
  )
  service.clock.set('2026-11-01T00:00:00.000Z')
  await service.accept(leastPaper({ id: 'p2', year: 2024, longHorizonScore: 0.1, enterpriseScore: 0.9 }))
  service.clock.set('2026-11-02T00:00:00.000Z')
  await service.accept(
    leastPaper({ id: 'p3', year: 2021, longHorizonScore: 0.5, enterpriseScore: 0.5, type: 'survey' }),
  )
  for (const [query, ids] of [
    ['', ['p1', 'p3', 'p2']],
    ['sort=longHorizon', ['p1', 'p3', 'p2']],
    ['sort=enterprise', ['p2', 'p3', 'p1']],
    ['sort=newest', ['p2', 'p1', 'p3']],
    ['sort=added', ['p3', 'p2', 'p1']],
    ['addedSince=2026-11-01', ['p3', 'p2']],
    ['addedSince=2026-11-01&type=survey', ['p3']],
    ['yearFrom=2022&sort=added', ['p2', 'p1']],
    ['yearTo=2023&min_lh_score=6', ['p1']],
    ['addedSince=2026-11-03', []],
  ] as const) {
    const seen: unknown[] = []
    for await (const page of pagesFrom(service, `/api/v1/papers?limit=1&${query}`)) {
      const { total, papers } = await jsonOf<AgentList>(page)
      assert.equal(total, ids.length, query)
      assert.equal(page.headers.get('x-total-count'), String(ids.length), query)
      seen.push(...papers.map(({ id }) => id))
    }
    assert.deepEqual(seen, ids, query)
  }
  const next = new URL(nextLink(await service.get('/api/v1/papers?limit=1&sort=added')) ?? '')
  next.searchParams.set('sort', 'newest')
  for (const [path, parameter] of [
    [next.pathname + next.search, 'cursor'],
    ['/api/v1/papers?addedSince=2026-13-01', 'addedSince'],
    ['/api/v1/papers?sort=best', 'sort'],
  ] as const)
    assert.deepEqual((await assertFailure(await service.get(path), 'agent', 400)).paths, [parameter])
  const fitted = await jsonOf<AgentList & { nextCursor: string | null }>(
    await service.get('/api/v1/papers?sort=added&maxTokens=200&detail=ids&limit=2'),
  )
  assert.deepEqual(
    fitted.papers.map(({ id }) => id),
    ['p3', 'p2'],
  )
  assert.match(fitted.nextCursor ?? '', /^\d+\./u)
})
