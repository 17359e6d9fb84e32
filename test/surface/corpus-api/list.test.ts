import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper, wholePaper, scored } from '../../support/service/papers.ts'
import {
  idsAt,
  jsonOf,
  type Listed,
  nextLink,
  nextParameter,
  pagesFrom,
  assertFailure,
} from '../../support/service/responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

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

const walk = async (service: TestService, path: string): Promise<unknown[][]> => {
  const pages: unknown[][] = []
  for await (const page of pagesFrom(service, path)) {
    const { papers } = await jsonOf<Listed>(page)
    pages.push(papers.map(({ id }) => id))
  }
  return pages
}

test('pages follow each other by the Link header without gap or repetition', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.5, 0.9, undefined, 0.5, 0.1, undefined, 0.7))
  assert.deepEqual(await walk(service, '/api/papers?limit=3'), [['p2', 'p7', 'p1'], ['p4', 'p5', 'p3'], ['p6']])
  assert.deepEqual(await walk(service, '/api/papers?limit=7'), [['p2', 'p7', 'p1', 'p4', 'p5', 'p3', 'p6']])
})

test('every page counts all matches; only the last has no Link', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.1, 0.2, 0.3, 0.4, 0.5))
  const seen: [string | null, boolean, unknown][] = []
  for await (const page of pagesFrom(service, '/api/papers?limit=2'))
    seen.push([page.headers.get('x-total-count'), nextLink(page) === null, (await jsonOf(page)).count])
  assert.deepEqual(seen, [
    ['5', false, 2],
    ['5', false, 2],
    ['5', true, 1],
  ])
})

test('the Link is a whole address and keeps the query', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', chapter: 3, title: 'Memory & planning “long”' }),
    leastPaper({ id: 'p2', chapter: 3, title: 'Planning with memory' }),
    leastPaper({ id: 'p3', chapter: 4, title: 'Planning with memory, again' }),
  )
  const first = await service.get(`/api/papers?q=${encodeURIComponent('memory "planning" ')}&chapter=3&limit=1`)
  const link = nextLink(first) ?? ''
  assert.ok(link.startsWith(`${service.url}/api/papers?`), link)
  const parameters = new URL(link).searchParams
  assert.equal(parameters.get('q'), 'memory "planning" ')
  assert.equal(parameters.get('chapter'), '3')
  assert.equal(parameters.get('limit'), '1')
  const second = await fetch(link)
  assert.deepEqual(
    (await jsonOf<Listed>(second)).papers.map(({ id }) => id),
    ['p2'],
  )
  assert.equal(nextLink(second), null)
})

test('a walk sees each paper that was there throughout exactly once while papers are added and retracted', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(...Array.from({ length: 20 }, (_, index) => (index % 5) / 10)))
  const before = await idsAt(service, '/api/papers?limit=500')
  const seen: unknown[] = []
  let added = 100
  for await (const page of pagesFrom(service, '/api/papers?limit=3')) {
    const { papers } = await jsonOf<Listed>(page)
    seen.push(...papers.map(({ id }) => id))
    // One above, one among and one below the papers still to come.
    for (const longHorizonScore of [1, 0.2, undefined])
      if (added < 112) await service.accept(leastPaper({ id: `p${(added += 1)}`, longHorizonScore }))
    // The last paper of this page goes: the next page must still know where to begin.
    if (seen.length === 6) await decide(service, String(seen.at(-1)), 'retract')
  }
  assert.equal(new Set(seen).size, seen.length, 'a paper came twice')
  assert.deepEqual(
    seen.filter((id) => before.includes(id)),
    before,
  )
  assert.ok(
    seen.some((id) => !before.includes(id)),
    'papers added behind the cursor are seen',
  )
})

test('limit may change from page to page', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.9, 0.8, 0.7, 0.6, 0.5))
  const first = await service.get('/api/papers?limit=1')
  const cursor = nextParameter(first, 'cursor')
  assert.deepEqual(await idsAt(service, `/api/papers?limit=3&cursor=${cursor}`), ['p2', 'p3', 'p4'])
  assert.deepEqual(await idsAt(service, `/api/papers?cursor=${cursor}`), ['p2', 'p3', 'p4', 'p5'])
})

test('a cursor gives the same page every time', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.9, 0.8, 0.7))
  const link = nextLink(await service.get('/api/papers?limit=1')) ?? ''
  const [one, two] = [await (await fetch(link)).text(), await (await fetch(link)).text()]
  assert.equal(one, two)
})

test('a cursor of another query is refused', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2', 'p3'])
    await service.accept(wholePaper({ id, title: `Planning ${id}`, type: 'survey', chapter: 3 }))
  for (const id of ['p11', 'p12']) await submit(service, key, leastPaper({ id }))
  const withKey = { 'x-api-key': key }
  const questions = [
    '/api/papers?',
    '/api/papers?chapter=3',
    '/api/papers?q=planning',
    '/api/papers?q=planning&chapter=3',
    '/api/v1/papers?',
    '/api/v1/papers?chapter=3',
    '/api/v1/papers?type=survey',
    '/api/v1/papers?min_lh_score=1',
    '/api/submissions?',
    '/api/submissions?status=pending',
  ]
  const cursors = new Map<string, string>()
  for (const question of questions)
    cursors.set(question, nextParameter(await service.get(`${question}&limit=1`, withKey), 'cursor'))
  for (const [question, own] of cursors)
    for (const [other, cursor] of cursors) {
      const response = await service.get(`${question}&cursor=${cursor}`, withKey)
      if (cursor === own) assert.equal(response.status, 200, question)
      else {
        const failure = await assertFailure(response, question.startsWith('/api/v1') ? 'agent' : 'corpus', 400)
        assert.deepEqual(failure.paths, ['cursor'], `${other} on ${question}`)
      }
    }
})

test('another key cannot go on with a cursor of this key', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  for (const id of ['p1', 'p2']) await submit(service, key, leastPaper({ id }))
  const first = await service.get('/api/submissions?limit=1', { 'x-api-key': key })
  const cursor = nextParameter(first, 'cursor')
  const response = await service.get(`/api/submissions?cursor=${cursor}`, { 'x-api-key': other })
  assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['cursor'])
})

test('a forged cursor is refused', async (t) => {
  const service = await startTestService(t)
  const elsewhere = await startTestService(t)
  await service.accept(...scored(0.9, 0.8))
  await elsewhere.accept(...scored(0.9, 0.8))
  const genuine = nextParameter(await service.get('/api/papers?limit=1'), 'cursor')
  const turned = Array.from({ length: genuine.length }, (_, index) => {
    const character = genuine[index] === 'A' ? 'B' : 'A'
    return genuine.slice(0, index) + character + genuine.slice(index + 1)
  })
  const forged = [
    ...turned,
    genuine.slice(0, -1),
    genuine.slice(1),
    `${genuine}A`,
    `${genuine}=`,
    ` ${genuine}`,
    genuine.repeat(20),
    '',
    '0',
    '1',
    '-1',
    'p1',
    'null',
    '\u0000',
    'AAAAAAAAAAAAAAAAAAAAAA',
    nextParameter(await elsewhere.get('/api/papers?limit=1'), 'cursor'),
  ]
  assert.equal((await service.get(`/api/papers?cursor=${genuine}`)).status, 200)
  for (const cursor of forged) {
    const response = await service.get(`/api/papers?cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['cursor'], cursor)
  }
})
