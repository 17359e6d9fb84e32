import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf, type Listed } from '../../support/service/read-responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { scored } from '../../support/corpora/scored-papers.ts'

test('an empty corpus answers an empty list', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/api/papers')
  assert.equal(response.status, 200)
  assert.equal(await response.text(), '{"success":true,"count":0,"papers":[]}')
  assert.equal(response.headers.get('x-total-count'), '0')
  assert.equal(response.headers.get('link'), null)
})

test('papers come by long-horizon score descending, without a score last, ties oldest first', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.5, undefined, 0.9, 0.5, 0, undefined, 1, 0.500001, 0.499999))
  const order = ['p7', 'p3', 'p8', 'p1', 'p4', 'p9', 'p5', 'p2', 'p6']
  assert.deepEqual(await idsAt(service, '/api/papers'), order)
  assert.deepEqual(await idsAt(service, '/api/v1/papers'), order)
})

test('ids say nothing about the order', async (t) => {
  const service = await startTestService(t)
  const ids = ['p9', 'p10', 'p1', 'p007', 'p7']
  for (const id of ids) await service.accept(leastPaper({ id, longHorizonScore: 0.5 }))
  assert.deepEqual(await idsAt(service, '/api/papers'), ids)
})

test('among equal scores the paper that was stored first comes first, whenever it was accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p1', longHorizonScore: 0.5 }))
  await submit(service, key, leastPaper({ id: 'p2', longHorizonScore: 0.5 }))
  await decide(service, 'p2', 'accept')
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p1', 'p2'])
})

test('a list item carries the fields the contract names for lists and no others', async (t) => {
  const service = await startTestService(t)
  const paper = wholePaper({ type: 'empirical', fullText: 'The whole text.' })
  await service.accept(paper)
  const { papers } = await jsonOf<Listed>(await service.get('/api/papers'))
  const { concepts: _concepts, frameworkMappings: _frameworks, storageUrl: _pdf, ...rest } = paper
  const { type: _type, fullText: _text, ...listed } = rest
  assert.deepEqual(papers, [listed])
  assert.deepEqual(Object.keys(papers[0] ?? {}), [
    'id',
    'title',
    'authors',
    'year',
    'institution',
    'url',
    'abstract',
    'chapter',
    'longHorizonScore',
    'enterpriseScore',
    'topics',
    'houseCommentary',
  ])
})

test('optional fields without a value are absent, never null', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1' }),
    leastPaper({ id: 'p2', institution: '', url: '', abstract: ' ', houseCommentary: '', topics: [] }),
  )
  const text = await (await service.get('/api/papers')).text()
  assert.ok(!text.includes('null'), text)
  const { papers } = JSON.parse(text) as Listed
  for (const paper of papers) assert.deepEqual(Object.keys(paper), ['id', 'title', 'authors', 'year'])
})

test('a score of 0 is a value', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ longHorizonScore: 0, enterpriseScore: 0 }))
  const { papers } = await jsonOf<Listed>(await service.get('/api/papers'))
  assert.deepEqual([papers[0]?.longHorizonScore, papers[0]?.enterpriseScore], [0, 0])
})

test('limit is 50 by default; above 500 it gives 500', async (t) => {
  const service = await startTestService(t)
  await service.accept(...Array.from({ length: 503 }, (_, index) => leastPaper({ id: `p${index + 1}` })))
  const sizes: [string, number][] = [
    ['', 50],
    ['?limit=1', 1],
    ['?limit=499', 499],
    ['?limit=500', 500],
    ['?limit=501', 500],
    ['?limit=99999999999999999999999', 500],
    [`?limit=${'9'.repeat(400)}`, 500],
  ]
  for (const [query, size] of sizes) {
    const response = await service.get(`/api/papers${query}`)
    assert.equal(response.status, 200, query)
    assert.equal(response.headers.get('x-total-count'), '503', query)
    const { count, papers } = await jsonOf<Listed & { count: number }>(response)
    assert.deepEqual([count, papers.length], [size, size], query)
    const agent = await service.get(`/api/v1/papers${query}`)
    const { total, papers: items } = await jsonOf<Listed & { total: number }>(agent)
    assert.deepEqual([total, items.length], [503, size], query)
  }
})

test('chapter lets only the papers of that chapter through', async (t) => {
  const service = await startTestService(t)
  const chapters = [1, 2, 3, 4, 5, 6, 7, 3, undefined]
  await service.accept(
    ...chapters.map((chapter, index) => leastPaper({ id: `p${index + 1}`, chapter, longHorizonScore: index / 10 })),
  )
  for (const [chapter, ids] of [
    [1, ['p1']],
    [3, ['p8', 'p3']],
    [7, ['p7']],
  ] as const) {
    const response = await service.get(`/api/papers?chapter=${chapter}`)
    assert.equal(response.headers.get('x-total-count'), String(ids.length))
    const { count, papers } = await jsonOf<Listed & { count: number }>(response)
    assert.equal(count, ids.length)
    assert.deepEqual(
      papers.map(({ id }) => id),
      ids,
    )
  }
})
