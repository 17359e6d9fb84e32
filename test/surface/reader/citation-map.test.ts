import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { engines } from '../../support/database/engines.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const paper = (id: string, given: object = {}) =>
  wholePaper({ id, title: `Title ${id}`, doi: `10.1000/${id}`, chapter: 3, ...given })

const referenceTo = (id: string): CitedWork => ({
  doi: `10.1000/${id}`,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
})

const cite = (service: TestService, edges: Record<string, string[]>): Promise<void> =>
  service.store.transact((tx) =>
    tx.citations.add(
      Object.entries(edges).map(([paperId, cited]) => ({
        paperId,
        source: 'crossref' as const,
        references: cited.map(referenceTo),
        openalexId: null,
      })),
    ),
  )

const textAt = async (service: TestService, path: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

for (const engine of engines)
  test(`the map of citations has arrows from papers to those that they cite, as its table has (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(
      paper('p1', { year: 2021, chapter: 1 }),
      paper('p2', { year: 2023, title: 'On <b>' }),
      paper('p3', { year: 2023 }),
      paper('p4', { year: 2025 }),
    )
    await service.send('POST', '/api/papers', paper('p9', { year: 1999 }), { 'x-api-key': await service.key() })
    const empty = await textAt(service, '/map/citations')
    assert.match(empty, /No paper of the library cites another one yet\./u)
    assert.doesNotMatch(empty, /<svg class="plot|<table|download/u)
    assert.doesNotMatch(await textAt(service, '/map'), /map\/citations/u)

    await cite(service, { p2: ['p1', 'p9'], p3: ['p1', 'p2'], p9: ['p1', 'p4'] })
    assert.match(await textAt(service, '/map'), /href="\/map\/citations"/u)
    const page = await textAt(service, '/map/citations')
    assert.match(page, /3 papers from 2021 to 2023, the most cited here first, and 3 citations between them\./u)
    assert.equal(page.match(/<line /gu)?.length, 3)
    assert.match(page, /<a href="\/papers\/p2"><title>2 On &lt;b&gt;<\/title>/u)
    const lines = [...page.matchAll(/<line x1="(?<x1>[\d.]+)%".*?x2="(?<x2>[\d.]+)%"/gu)].map(
      ({ groups = {} }) => groups,
    )
    assert.ok(
      lines.every(({ x1, x2 }) => Number(x1) > Number(x2) || Math.abs(Number(x1) - Number(x2)) < 50),
      'a paper that cites an earlier one lies to its right',
    )
    assert.match(
      page,
      /<tr><th scope="row">3<\/th><td><a href="\/papers\/p3">Title p3<\/a><\/td><td class="number">2023<\/td><td class="number">0<\/td><td>1, 2<\/td><\/tr>/u,
    )
    assert.equal(
      await textAt(service, '/map/citations.csv'),
      'No,Paper,Year,Cited here,Builds on\r\n1,p1,2021,2,\r\n2,p2,2023,1,p1\r\n3,p3,2023,0,p1 p2\r\n',
    )
    const image = await textAt(service, '/map/citations.svg')
    assert.match(image, /^<\?xml[^>]+>\s*<svg xmlns=.*Source: House, http:\/\/127\.0\.0\.1:\d+\/map\/citations/su)
    assert.equal(image.match(/<line /gu)?.length, 3)
    assert.doesNotMatch(image + page, /1999|p9|NaN|class="(?:middle|grid)"[^>]*NaN/u)
  })

test('the map of citations has 60 papers, those that most others cite', async (t) => {
  const service = await startTestService(t)
  const ids = Array.from({ length: 70 }, (_, index) => `p${index + 1}`)
  await service.accept(...ids.map((id, index) => paper(id, { year: 2000 + (index % 3) })))
  // The first paper is cited by all others, the second by all after it, and so on.
  await cite(service, Object.fromEntries(ids.map((id, index) => [id, ids.slice(0, index)])))
  const { papers, edges } = await service.store.public.citations.map(60)
  assert.deepEqual(
    papers.map(({ id }) => id),
    ids.slice(0, 60),
  )
  assert.equal(edges.length, (60 * 59) / 2)
  const page = await textAt(service, '/map/citations')
  const points = [...page.matchAll(/<use href="#mark-3" x="(?<x>[\d.]+)%" y="(?<y>[\d.]+)em"/gu)]
  assert.equal(new Set(points.map(([, x, y]) => `${x} ${y}`)).size, 60, 'no paper covers another')
  assert.ok(points.every(({ groups }) => Number(groups?.x) > 0 && Number(groups?.x) < 100))
  assert.ok(page.length < 400_000)
})
