import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf, nextLink, nextParameter, pagesFrom, type Listed } from '../../support/service/read-responses.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { scored } from '../../support/corpora/scored-papers.ts'

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
    // One above, one among and one below what is still to come.
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
