import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf, assertFailure } from '../../support/service/responses.ts'
import { type TestService, startTestService } from '../../support/service/test-service.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, submitInto } from '../../support/service/review.ts'

/** A concept as the list shows it. */
type Concept = { id: string; name: string; paperCount: number; trend: string }

/** Papers of these years; concepts name how many of each year's first papers have them. */
const corpusOf = (
  years: Record<number, number>,
  concepts: Record<string, Record<number, number>>,
): Record<string, unknown>[] => {
  let number = 0
  return Object.entries(years).flatMap(([year, count]) =>
    Array.from({ length: count }, (_, index) =>
      leastPaper({
        id: `p${(number += 1)}`,
        year: Number(year),
        concepts: Object.entries(concepts).flatMap(([name, by]) => (index < (by[Number(year)] ?? 0) ? [name] : [])),
      }),
    ),
  )
}

/** The concepts that are listed for a query such as `?trend=stable`. */
const conceptsOf = async (service: TestService, query = ''): Promise<Concept[]> =>
  (await jsonOf<{ concepts: Concept[] }>(await service.get(`/api/v1/concepts${query}`))).concepts

test('without papers there are no concepts, and without editors no gaps', async (t) => {
  const service = await startTestService(t)
  assert.equal(await (await service.get('/api/v1/concepts')).text(), '{"concepts":[]}')
  assert.equal(await (await service.get('/api/v1/gaps')).text(), '{"gaps":[]}')
})

test('a concept has exactly the specified fields', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ concepts: ['Error recovery'] }))
  assert.equal(
    await (await service.get('/api/v1/concepts')).text(),
    '{"concepts":[{"id":"error-recovery","name":"Error recovery","paperCount":1,"trend":"emerging"}]}',
  )
})

test('concepts come by paper count descending, then by name', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...corpusOf({ 2026: 3 }, { few: { 2026: 1 }, middle: { 2026: 2 }, another: { 2026: 2 }, many: { 2026: 3 } }),
  )
  const concepts = await conceptsOf(service)
  assert.deepEqual(
    concepts.map(({ name, paperCount }) => [name, paperCount]),
    [
      ['many', 3],
      ['another', 2],
      ['middle', 2],
      ['few', 1],
    ],
  )
})

test('names that differ only in case, marks or hyphens are one concept', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', concepts: ['Tool-use', 'tool use', 'TOOL USE'] }),
    leastPaper({ id: 'p2', concepts: ['tool use'] }),
    leastPaper({ id: 'p3', concepts: ['tools'] }),
  )
  const concepts = await conceptsOf(service)
  assert.deepEqual(
    concepts.map(({ paperCount }) => paperCount),
    [2, 1],
  )
  assert.equal(new Set(concepts.map(({ id }) => id)).size, 2)
})

test('only accepted papers make a concept, and it disappears with the last of them', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const [index, state] of (['pending', 'changes_requested', 'rejected', 'withdrawn'] as const).entries())
    await submitInto(service, { key, state, paper: { id: `p${index}`, concepts: ['memory'] } })
  assert.deepEqual(await conceptsOf(service), [])
  await assertFailure(await service.get('/api/v1/concepts/memory'), 'agent', 404)
  await decide(service, 'p0', 'accept')
  assert.equal((await conceptsOf(service))[0]?.paperCount, 1)
  await decide(service, 'p0', 'retract')
  assert.deepEqual(await conceptsOf(service), [])
  await assertFailure(await service.get('/api/v1/concepts/memory'), 'agent', 404)
})

test('an unknown concept is a problem of status 404', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  for (const id of ['x', 'Checkpointing', 'checkpointing%20', '%00', '__proto__', 'constructor'])
    await assertFailure(await service.get(`/api/v1/concepts/${id}`), 'agent', 404)
  assert.equal((await service.get('/api/v1/concepts/checkpointing')).status, 200)
})

test('concepts are evaluated once for each revision of the corpus, and not at all for one of them', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', concepts: ['planning', 'memory'] }))
  // Its first use loads it.
  await service.store.public.concepts.list()
  const { concepts } = service.store.public
  const { mock } = t.mock.method(concepts, 'list')
  const timeline = t.mock.method(service.store.public.related, 'conceptTimeline')
  for (const path of ['/concepts/planning', '/api/v1/concepts/planning'])
    assert.equal((await service.get(path)).status, 200)
  assert.deepEqual([mock.callCount(), timeline.mock.callCount()], [0, 2])
  for (const path of ['/concepts', '/concepts?trend=emerging', '/api/v1/concepts', '/api/v1/concepts?trend=stable'])
    assert.equal((await service.get(path)).status, 200)
  assert.equal(mock.callCount(), 1)
  await service.accept(leastPaper({ id: 'p2', concepts: ['planning'] }))
  const { concepts: counted } = (await (await service.get('/api/v1/concepts')).json()) as {
    concepts: { id: string; paperCount: number }[]
  }
  assert.equal(counted.find(({ id }) => id === 'planning')?.paperCount, 2)
  assert.equal(mock.callCount(), 2)
})

type Evidence = {
  paperCount: number
  trend: string
  evidence: {
    newestYear: number
    recentYears: number[]
    beforeYears: number[]
    oldestYear: number
    conceptPapers: { recent: number; before: number }
    corpusPapers: { recent: number; before: number }
    shares: { recent: number; before: number }
    factor?: number
    growthFactor: number
    years: { year: number; paperCount: number }[]
  }
}

const evidenceOf = async (service: TestService, id: string): Promise<Evidence> =>
  jsonOf<Evidence>(await service.get(`/api/v1/concepts/${id}`))

/** Y is 2026. Of 10 recent and 20 earlier papers, how many have the concept in which year, and what follows. */
const trendsByYears: { sentence: string; by: Record<number, number>; trend: string; factor?: number }[] = [
  { sentence: 'only papers of Y', by: { 2026: 1 }, trend: 'emerging' },
  { sentence: 'only papers of Y-1', by: { 2025: 2 }, trend: 'emerging' },
  { sentence: 'papers of Y-1 and Y', by: { 2025: 1, 2026: 4 }, trend: 'emerging' },
  { sentence: 'a share of exactly 1.25 times', by: { 2026: 5, 2024: 8 }, trend: 'growing', factor: 1.25 },
  { sentence: 'a share of 1.2 times', by: { 2025: 3, 2023: 5 }, trend: 'stable', factor: 1.2 },
  {
    sentence: 'twice the papers but less than 1.25 times the share',
    by: { 2026: 5, 2024: 10 },
    trend: 'stable',
    factor: 1,
  },
  { sentence: 'fewer papers but a larger share', by: { 2026: 3, 2024: 4 }, trend: 'growing', factor: 1.5 },
  { sentence: 'a falling share', by: { 2026: 1, 2023: 10 }, trend: 'stable', factor: 0.2 },
  { sentence: 'no recent paper', by: { 2023: 1 }, trend: 'stable', factor: 0 },
  { sentence: 'nothing but an old paper', by: { 2015: 1 }, trend: 'stable' },
  { sentence: 'an old paper, none before, and a recent one', by: { 2015: 1, 2026: 1 }, trend: 'growing' },
]

test('trends follow from the years of the papers', async (t) => {
  const service = await startTestService(t)
  const concepts = Object.fromEntries(trendsByYears.map(({ by }, index) => [`c${index}`, by]))
  await service.accept(...corpusOf({ 2026: 5, 2025: 5, 2024: 10, 2023: 10, 2015: 1 }, concepts))
  const listed = await conceptsOf(service)
  assert.equal(listed.length, trendsByYears.length)
  for (const [index, { sentence, by, trend, factor }] of trendsByYears.entries()) {
    const { evidence, ...failure } = await evidenceOf(service, `c${index}`)
    assert.equal(failure.trend, trend, sentence)
    assert.equal(listed.find(({ id }) => id === `c${index}`)?.trend, trend, sentence)
    assert.equal(evidence.factor, factor, sentence)
    assert.deepEqual(
      evidence.years,
      Object.entries(by).map(([year, paperCount]) => ({ year: Number(year), paperCount })),
      sentence,
    )
  }
})

test('the evidence of a trend shows years, counts, shares and factor', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...corpusOf(
      { 2026: 4, 2025: 2, 2024: 3, 2023: 5, 2020: 1 },
      { memory: { 2026: 2, 2025: 1, 2024: 1, 2023: 1, 2020: 1 } },
    ),
  )
  const { rule, ...evidence } = (await evidenceOf(service, 'memory')).evidence as Evidence['evidence'] & {
    rule: string
  }
  assert.match(rule, /emerging.*growing.*stable/u)
  assert.deepEqual(evidence, {
    newestYear: 2026,
    recentYears: [2025, 2026],
    beforeYears: [2023, 2024],
    oldestYear: 2020,
    conceptPapers: { recent: 3, before: 2 },
    corpusPapers: { recent: 6, before: 8 },
    shares: { recent: 0.5, before: 0.25 },
    factor: 2,
    growthFactor: 1.25,
    years: [
      { year: 2020, paperCount: 1 },
      { year: 2023, paperCount: 1 },
      { year: 2024, paperCount: 1 },
      { year: 2025, paperCount: 1 },
      { year: 2026, paperCount: 2 },
    ],
  })
  const { id, name, paperCount, trend } = await jsonOf<Concept>(await service.get('/api/v1/concepts/memory'))
  assert.deepEqual({ id, name, paperCount, trend }, (await conceptsOf(service))[0])
})

test('a factor without a share before is absent, never null', async (t) => {
  const service = await startTestService(t)
  await service.accept(...corpusOf({ 2026: 1 }, { memory: { 2026: 1 } }))
  const text = await (await service.get('/api/v1/concepts/memory')).text()
  assert.ok(!text.includes('"factor"') && !text.includes('null'), text)
})

test('Y is the newest year of the accepted papers, not of the calendar', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', year: 2019, concepts: ['memory'] }))
  assert.equal((await evidenceOf(service, 'memory')).trend, 'emerging')
  await service.accept(leastPaper({ id: 'p2', year: 2021 }))
  assert.equal((await evidenceOf(service, 'memory')).trend, 'stable')
  await decide(service, 'p2', 'retract')
  assert.equal((await evidenceOf(service, 'memory')).trend, 'emerging')
})

test('trend lets only concepts of that trend through', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    ...corpusOf(
      { 2026: 2, 2024: 2 },
      { fresh: { 2026: 1 }, rising: { 2026: 2, 2024: 1 }, steady: { 2026: 1, 2024: 1 } },
    ),
  )
  for (const [trend, name] of [
    ['emerging', 'fresh'],
    ['growing', 'rising'],
    ['stable', 'steady'],
  ] as const)
    assert.deepEqual(
      (await conceptsOf(service, `?trend=${trend}`)).map((concept) => concept.name),
      [name],
    )
  for (const trend of ['', 'Emerging', 'new', 'emerging,stable']) {
    const { paths, sentence } = await assertFailure(await service.get(`/api/v1/concepts?trend=${trend}`), 'agent', 400)
    assert.deepEqual(paths, ['trend'])
    assert.match(sentence, /emerging, growing, stable/u)
  }
  await assertFailure(await service.get('/api/v1/concepts?trend=stable&trend=stable'), 'agent', 400)
})
