import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { addGap, editGap } from '#actions/editorial/gaps.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Entry = Record<string, string | number | null>

const service = await startTestService({ after })
const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
const LONG = `${WORDS} ${WORDS.split(' ').toReversed().join(' ')}`

await service.accept(
  leastPaper({
    id: 'p1',
    title: 'Memory that lasts',
    year: 2025,
    abstract: 'Agents forget within an hour. They remember what they wrote down.',
    fullText: `# Method\n\nWe halve the cost of memory.\n\n# Results\n\nMost agents recover. ${LONG}.`,
    houseCommentary: 'It works [p1 "Agents forget within an hour"], says [p2]. It **lasts** ([p9]).',
  }),
  leastPaper({
    id: 'p2',
    title: 'By editors',
    abstract: 'A summary of ours.',
    abstractBy: 'editors',
    fullText: 'A note of ours about memory.',
    fullTextKind: 'note',
  }),
  leastPaper({ id: 'p3', title: 'Memory withdrawn' }),
)
await submitInto(service, {
  key: await service.key(),
  state: 'pending',
  paper: { id: 'p4', title: 'Not yet public' },
})
await decide(service, 'p3', 'retract', 'Wrong.')

const evidenceOf = async (path: string): Promise<Entry[]> =>
  (await jsonOf<{ evidence: Entry[] }>(await service.get(`/api/v1/${path}/evidence`))).evidence

const gapOf = async (explanation: string): Promise<string> => {
  const gap = { title: 'Open', severity: 'high' as const, explanation, paperIds: [] }
  return (await service.run(addGap, { gap, actor: 'test' })).id
}

const checkedAt = service.clock.now().toISOString()
const nothing = { version: null, quote: null, anchor: null, match: null, support: null, query: null, count: null }

test('evidence has exactly the named members, at once and in the order of the text', async () => {
  assert.deepEqual(await evidenceOf('papers/p1'), [
    {
      ...nothing,
      mark: '[p1 "Agents forget within an hour"]',
      kind: 'quote',
      paper: 'p1',
      version: 1,
      quote: 'Agents forget within an hour',
      anchor: 'p1@1#abstract.1',
      match: 'exact',
      checkedAt,
    },
    { ...nothing, mark: '[p2]', kind: 'paper', paper: 'p2', version: 1, checkedAt },
    { ...nothing, mark: '[p9]', kind: 'paper', paper: null, checkedAt },
  ])
})

test('everybody else reads the text without marks', async () => {
  const commentary = 'It works, says. It **lasts**.'
  for (const path of ['/api/papers/p1', '/api/v1/papers/p1', '/api/v1/papers?detail=abstract', '/papers/p1.json'])
    assert.doesNotMatch(await (await service.get(path)).text(), /\[p\d|within an hour"\]/u, path)
  assert.ok((await (await service.get('/api/papers/p1')).text()).includes(JSON.stringify(commentary)))
  assert.equal((await jsonOf(await service.get('/api/v1/papers/p1'))).houseComment, commentary)
})

test('a quotation is looked up in the words of the authors alone', async () => {
  const id = await gapOf(
    [
      'A [p1 "we halve the cost of memory"].',
      'B [p1 "We halve the price of memory"].',
      'C [p1 "nobody ever measured anything"].',
      'D [p2 "A summary of ours"].',
      'E [p2 "A note of ours"].',
      'F [p1 "It works"].',
      'G [p3 "withdrawn"] H [p4 "public"].',
    ].join(' '),
  )
  assert.deepEqual(
    (await evidenceOf(`gaps/${id}`)).map(({ paper, match, anchor }) => [paper, match, anchor]),
    [
      ['p1', 'normalized', 'p1@1#s1.1'],
      ['p1', 'near', 'p1@1#s1.1'],
      ['p1', 'missing', null],
      ['p2', 'missing', null],
      ['p2', 'missing', null],
      ['p1', 'missing', null],
      ['p3', 'missing', null],
      [null, 'missing', null],
    ],
  )
})

test('of a full text that may not be shown whole, no more than 25 words are', async () => {
  const id = await gapOf(`Long [p1 "${LONG}"].`)
  const [entry] = await evidenceOf(`gaps/${id}`)
  assert.equal(entry?.match, 'exact')
  const shown = `${LONG.split(' ').slice(0, 25).join(' ')} …`
  assert.deepEqual([entry?.quote, entry?.mark], [shown, `[p1 "${shown}"]`])
})

test('a search has the total of the search for all words', async () => {
  for (const query of ['q=memory', 'q=memory&yearFrom=2025', 'q=memory+lasts', 'q=nothing']) {
    const id = await gapOf(`Counted [search: ${query} = 1].`)
    const [entry] = await evidenceOf(`gaps/${id}`)
    const { total } = await jsonOf<{ total: number }>(await service.get(`/api/v1/search?${query}&match=all`))
    assert.deepEqual([entry?.kind, entry?.query, entry?.count, entry?.paper], ['search', query, total, null])
  }
  const id = await gapOf('Faulty [search: chapter=3 = 1] [search: q=a&chapter=9 = 1] [search: q=a&color=1 < 2].')
  assert.deepEqual(
    (await evidenceOf(`gaps/${id}`)).map(({ count }) => count),
    [null, null, null],
  )
})

test('the texts of a brief are one list', async () => {
  const words = {
    title: 'What came',
    summary: 'Much [p1].',
    take: 'Good [p2], [p1 "Agents forget"].',
    featured: ['p1'],
  }
  const brief = { id: '2026-w46', week: { year: 2026, week: 46 }, ...words }
  await service.run(publishBrief, { brief, actor: 'test' })
  assert.deepEqual(
    (await evidenceOf('briefs/2026-w46')).map(({ mark }) => mark),
    ['[p1]', '[p2]', '[p1 "Agents forget"]'],
  )
  const shown = await jsonOf(await service.get('/api/v1/briefs/latest'))
  assert.deepEqual([shown.summary, shown.houseTake], ['Much.', 'Good.'])
})

test('a text without marks has no evidence, and what is not public none at all', async () => {
  assert.deepEqual(await evidenceOf('papers/p2'), [])
  for (const path of ['papers/p4', 'papers/p99', 'gaps/g99', 'briefs/2020-w01'])
    await assertFailure(await service.get(`/api/v1/${path}/evidence`), 'agent', 404)
  await assertFailure(await service.get('/api/v1/papers/p3/evidence'), 'agent', 410)
})

test('a job stores what it found, which then costs readers nothing and keeps its time', async () => {
  const id = await gapOf('Kept [p1 "Agents forget within an hour"].')
  const job = checkEvidenceJob(service)
  const never = new AbortController().signal
  while ((await job.run(never)).more);
  assert.deepEqual(await service.store.private.evidence.due(10), [])
  const before = await evidenceOf(`gaps/${id}`)
  service.clock.set('2026-12-01T10:00:00.000Z')
  const explanation = 'Kept [p1 "Agents forget within an hour"], they say.'
  const words = { title: 'Open', severity: 'high' as const, explanation, paperIds: [] }
  await service.run(editGap, { id, words, version: null, actor: 'test' })
  assert.deepEqual(await evidenceOf(`gaps/${id}`), before)
  assert.equal(before[0]?.checkedAt, checkedAt)
})
