import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, idsAt, jsonOf } from '../../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../../support/service/papers.ts'
import { decide, submit, type Submitted, submitInto } from '../../../support/service/review.ts'
import { startTestService, stateSnapshot } from '../../../support/service/test-service.ts'
import type { SubmissionState } from '#core/review/submission.ts'

test('a submitted paper is hidden until accepted, and looks like a missing one', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p7' }))
  const hidden = await (await service.get('/api/papers/p7')).text()
  const missing = await (await service.get('/api/papers/p8')).text()
  assert.equal(hidden.replaceAll('p7', 'p8'), missing)
  await decide(service, 'p7', 'accept')
  assert.equal((await service.get('/api/papers/p7')).status, 200)
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p7'])
})

test('a submission is answered 201 with its state, its status address, and the findings', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const response = await submit(service, key, leastPaper({ id: 'p7' }))
  const statusUrl = `${service.url}/api/submissions/p7`
  assert.equal(response.headers.get('location'), statusUrl)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(
    await response.text(),
    `{"success":true,"id":"p7","status":"pending","statusUrl":"${statusUrl}","possibleDuplicates":[],"ignored":[]}`,
  )
  assert.equal((await fetch(statusUrl, { headers: { 'x-api-key': key } })).status, 200)
})

test('id, title, authors and year are enough; each of them is required', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper())
  const missing = await service.send('POST', '/api/papers', {}, { 'x-api-key': key })
  assert.deepEqual((await assertFailure(missing, 'corpus', 400)).paths, ['id', 'title', 'authors', 'year'])
})

test('every field of a paper may be sent, editorial ones too, and is public as it was sent once accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const paper = wholePaper({ type: 'benchmark', fullText: 'The whole text.' })
  const { ignored } = await jsonOf<Submitted>(await submit(service, key, paper))
  assert.deepEqual(ignored, [])
  assert.equal((await service.get('/api/papers/p1')).status, 404)
  await decide(service, 'p1', 'accept')
  const { type: _type, ...shown } = paper
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: shown })
  assert.equal((await jsonOf(await service.get('/api/v1/papers/p1'))).type, 'benchmark')
})

test('unknown fields are named in the response and otherwise ignored', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const unknown = {
    status: 'accepted',
    state: 'accepted',
    submittedBy: 'somebody',
    seq: 1,
    longhorizonscore: 1,
    'house-commentary': 'x',
    constructor: 1,
    'a "quoted" name\u0000': { deep: [null] },
  }
  const body = JSON.stringify(leastPaper(unknown)).replace('{', '{"__proto__":{"state":"accepted"},')
  const response = await service.send('POST', '/api/papers', body, { 'x-api-key': key })
  assert.equal(response.status, 201)
  const { ignored } = await jsonOf<Submitted>(response)
  assert.deepEqual(ignored, ['__proto__', ...Object.keys(unknown)])
  assert.deepEqual(await idsAt(service, '/api/papers'), [])
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: leastPaper() })
})

test('optional values at the edges of their ranges are accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const edges: Record<string, unknown>[] = [
    { longHorizonScore: 0, enterpriseScore: 0 },
    { longHorizonScore: 1, enterpriseScore: 1 },
    { chapter: 1 },
    { chapter: 7 },
    { year: 2027 },
    { year: 1800 },
    { topics: [], concepts: [], frameworkMappings: [] },
    { title: 't' },
    { authors: Array.from({ length: 1_000 }, (_, index) => `Author ${index}`) },
    { url: 'http://example.org' },
    { abstract: 'Two\nlines' },
    { fullText: 'é'.repeat(500_000) },
  ]
  for (const [index, edge] of edges.entries()) {
    await submit(service, key, leastPaper({ id: `p${index}`, ...edge }))
    await decide(service, `p${index}`, 'accept')
    assert.equal((await service.get(`/api/papers/p${index}`)).status, 200)
  }
})

test('an id is p and 1 to 15 digits', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p0', 'p1', 'p007', 'p7', 'p000000000000007', 'p999999999999999']) {
    await submit(service, key, leastPaper({ id }))
    await decide(service, id, 'accept')
  }
  assert.equal((await idsAt(service, '/api/papers')).length, 6)
  for (const id of ['p', 'P7', '7', 'p1234567890123456', 'p-1', 'p1.0', 'p 1', ' p1', 'p1\n', 'p٣', 'pp1', '', 7]) {
    const response = await service.send('POST', '/api/papers', leastPaper({ id }), { 'x-api-key': key })
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['id'], JSON.stringify(id))
  }
})

test('a dry run answers like the submission less its status, and stores and counts nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.accept(leastPaper({ id: 'p1' }))
  const before = await stateSnapshot(service, key)
  const paper = leastPaper({ id: 'p2', nonsense: 1 })
  const withKey = { 'x-api-key': key }
  const dry = await service.send('POST', '/api/papers?dryRun=true', paper, withKey)
  assert.equal(dry.status, 200)
  assert.equal(dry.headers.get('location'), null)
  const checked = await jsonOf<Submitted>(dry)
  assert.deepEqual(await stateSnapshot(service, key), before)
  const { status, ...rest } = await jsonOf<Submitted & { status: string }>(await submit(service, key, paper))
  assert.equal(status, 'pending')
  assert.deepEqual(checked, rest)
})

test('a dry run finds the errors that the submission would', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const withKey = { 'x-api-key': key }
  const wrong = { id: 'x', title: '', authors: [], year: 'soon', chapter: 9 }
  const [dry, real] = [
    await assertFailure(await service.send('POST', '/api/papers?dryRun=true', wrong, withKey), 'corpus', 400),
    await assertFailure(await service.send('POST', '/api/papers', wrong, withKey), 'corpus', 400),
  ]
  assert.deepEqual(dry.body, real.body)
  assert.equal((await service.send('POST', '/api/papers?dryRun=true', wrong)).status, 401)
})

test('a dry run does not reveal an id that another key uses and nobody may see', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  const states = ['pending', 'changes_requested', 'rejected', 'withdrawn', 'accepted', 'retracted'] as const
  for (const [index, state] of states.entries())
    await submitInto(service, { key, state, paper: { id: `p${index + 1}`, title: `Title ${index}` } })
  const dryRun = async (id: string, by: string) =>
    (await service.send('POST', '/api/papers?dryRun=true', leastPaper({ id, title: 'Mine' }), { 'x-api-key': by }))
      .status
  const answers = async (by: string) => {
    const found: number[] = []
    for (const index of states.keys()) found.push(await dryRun(`p${index + 1}`, by))
    return found
  }
  assert.deepEqual(await answers(other), [200, 200, 200, 200, 409, 409])
  assert.deepEqual(await answers(key), [409, 409, 409, 409, 409, 409])
})

test('dryRun is true or false; anything else stores nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const before = await stateSnapshot(service, key)
  for (const value of ['', '1', '0', 'TRUE', 'yes', 'true%20', 'true&dryRun=false']) {
    const response = await service.send('POST', `/api/papers?dryRun=${value}`, leastPaper(), { 'x-api-key': key })
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['dryRun'], value)
  }
  assert.deepEqual(await stateSnapshot(service, key), before)
  const response = await service.send('POST', '/api/papers?dryRun=false', leastPaper(), { 'x-api-key': key })
  assert.equal(response.status, 201)
})

/** Addresses and titles of two papers, and what makes them duplicate candidates. */
const alike: { sentence: string; first: object; second: object; match: string | null }[] = [
  {
    sentence: 'the same DOI, whatever its case and form',
    first: { url: 'https://doi.org/10.1234/AbC.5' },
    second: { url: 'https://dx.doi.org/10.1234/abc.5' },
    match: 'doi',
  },
  {
    sentence: 'the same DOI in another address of the paper',
    first: { storageUrl: 'https://example.org/doi/10.1234/abc.5' },
    second: { url: 'https://doi.org/10.1234/abc.5' },
    match: 'doi',
  },
  {
    sentence: 'the same arXiv id without its version',
    first: { url: 'https://arxiv.org/abs/2401.01234v1' },
    second: { url: 'https://arxiv.org/pdf/2401.01234v3' },
    match: 'arxiv',
  },
  {
    sentence: 'the same title, folded, and the same year',
    first: { title: 'Évaluation  of Long-Horizon agents!' },
    second: { title: 'evaluation of long horizon AGENTS' },
    match: 'title_year',
  },
  {
    sentence: 'another DOI',
    first: { url: 'https://doi.org/10.1234/abc.5' },
    second: { url: 'https://doi.org/10.1234/abc.50' },
    match: null,
  },
  {
    sentence: 'the same title in another year',
    first: { title: 'Evaluation' },
    second: { title: 'Evaluation', year: 2024 },
    match: null,
  },
  {
    sentence: 'the same address without an identifier',
    first: { url: 'https://example.org/x' },
    second: { url: 'https://example.org/x' },
    match: null,
  },
]

for (const { sentence, first, second, match } of alike)
  test(`${sentence} ${match === null ? 'is no' : 'is a'} possible duplicate`, async (t) => {
    const service = await startTestService(t)
    const known = leastPaper({ id: 'p1', title: 'First paper', ...first })
    await service.accept(known)
    const key = await service.key()
    const paper = leastPaper({ id: 'p2', title: 'Second paper', ...second })
    const wanted = match === null ? [] : [{ id: 'p1', title: known.title, match }]
    for (const path of ['/api/papers?dryRun=true', '/api/papers']) {
      const response = await service.send('POST', path, paper, { 'x-api-key': key })
      assert.deepEqual((await jsonOf<Submitted>(response)).possibleDuplicates, wanted, path)
    }
  })

test('a duplicate candidate by several traits is listed once', async (t) => {
  const service = await startTestService(t)
  const same = { url: 'https://doi.org/10.48550/arXiv.2401.01234' }
  await service.accept(leastPaper({ id: 'p1', ...same }))
  const response = await submit(service, await service.key(), leastPaper({ id: 'p2', ...same }))
  const { possibleDuplicates } = await jsonOf<Submitted>(response)
  assert.deepEqual(
    possibleDuplicates.map(({ id }) => id),
    ['p1'],
  )
})

test('possible duplicates show what is public or open under the same key, and nothing of another key', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  const same = { url: 'https://doi.org/10.1234/abc.5' }
  const states = ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const
  for (const [index, state] of states.entries()) {
    await submitInto(service, { key, state, paper: { id: `p1${index}`, ...same } })
    await submitInto(service, { key: other, state, paper: { id: `p2${index}`, ...same } })
  }
  const failurePaths = async (sender: string, path: string): Promise<string[]> => {
    const response = await service.send('POST', path, leastPaper({ id: 'p99', ...same }), { 'x-api-key': sender })
    const { possibleDuplicates } = await jsonOf<Submitted>(response)
    return possibleDuplicates.map(({ id }) => id).toSorted()
  }
  assert.deepEqual(await failurePaths(other, '/api/papers?dryRun=true'), ['p12', 'p20', 'p21', 'p22'])
  assert.deepEqual(await failurePaths(key, '/api/papers?dryRun=true'), ['p10', 'p11', 'p12', 'p22'])
  assert.deepEqual(await failurePaths(key, '/api/papers'), ['p10', 'p11', 'p12', 'p22'])
})

for (const state of ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const)
  test(`the id of a paper that is ${state} is never free again`, async (t) => {
    const service = await startTestService(t)
    const [key, other] = [await service.key(), await service.key()]
    await submitInto(service, { key, state: state satisfies SubmissionState, paper: { id: 'p7' } })
    const before = await stateSnapshot(service, key)
    for (const [sender, path] of [
      [key, '/api/papers'],
      [key, '/api/papers?dryRun=true'],
      [other, '/api/papers'],
    ] as const) {
      const again = leastPaper({ id: 'p7', title: 'Something else' })
      const response = await service.send('POST', path, again, { 'x-api-key': sender })
      const { code, sentence } = await assertFailure(response, 'corpus', 409)
      assert.equal(code, 'duplicate_id')
      assert.match(sentence, /p7/u)
    }
    assert.deepEqual(await stateSnapshot(service, key), before)
  })

test('the id of a paper that came without HTTP is used up, too', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7' }))
  const key = await service.key()
  const response = await service.send('POST', '/api/papers', leastPaper({ id: 'p7' }), { 'x-api-key': key })
  assert.equal((await assertFailure(response, 'corpus', 409)).code, 'duplicate_id')
})

test('of many submissions of one id at once exactly one is stored', async (t) => {
  const service = await startTestService(t)
  const keys = [await service.key(), await service.key()]
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.send('POST', '/api/papers', leastPaper({ title: `Try ${index}` }), {
        'x-api-key': keys[index % 2] ?? '',
      }),
    ),
  )
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, ...Array<number>(19).fill(409)])
})

test('a resubmission puts the whole paper in place of the last, and what it leaves out is gone', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, wholePaper({ fullText: 'Old text.', type: 'survey' }))
  await decide(service, 'p1', 'ask')
  const rework = leastPaper({ title: 'Reworked', longHorizonScore: 0.2 })
  await service.send('PUT', '/api/submissions/p1', rework, { 'x-api-key': key })
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: rework })
  assert.equal((await jsonOf(await service.get('/api/v1/papers/p1'))).type, undefined)
  assert.deepEqual(await idsAt(service, '/api/v1/papers?type=survey'), [])
  assert.deepEqual(await idsAt(service, '/api/papers?chapter=4'), [])
  assert.deepEqual(await jsonOf(await service.get('/api/v1/concepts')), { concepts: [] })
})

test('a resubmission changes the place of the paper in the public order, not its age', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2', 'p3']) await submit(service, key, leastPaper({ id, longHorizonScore: 0.5 }))
  for (const id of ['p1', 'p2']) await decide(service, id, 'ask')
  const put = (id: string, longHorizonScore: number) =>
    service.send('PUT', `/api/submissions/${id}`, leastPaper({ id, longHorizonScore }), { 'x-api-key': key })
  await put('p2', 0.9)
  await put('p1', 0.5)
  for (const id of ['p3', 'p1', 'p2']) await decide(service, id, 'accept')
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p2', 'p1', 'p3'])
})

test('a resubmission is checked like a submission, all errors at once, and a refused one changes nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submitInto(service, { key, state: 'changes_requested', paper: { id: 'p7' } })
  const before = await stateSnapshot(service, key)
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    service.send('PUT', '/api/submissions/p7', body, { 'x-api-key': key, ...headers })
  const wrong = await assertFailure(await put({ id: 'p7', title: '', year: 'soon' }), 'corpus', 400)
  assert.deepEqual(wrong.paths, ['title', 'authors', 'year'])
  assert.deepEqual((await assertFailure(await put(leastPaper({ id: 'p8' })), 'corpus', 400)).paths, ['id'])
  assert.equal((await assertFailure(await put('{'), 'corpus', 400)).code, 'malformed')
  await assertFailure(await put(leastPaper({ id: 'p7' }), { 'content-type': 'text/plain' }), 'corpus', 415)
  await assertFailure(await put(leastPaper({ id: 'p7', fullText: 'x'.repeat(2_000_000) })), 'corpus', 413)
  assert.deepEqual(await stateSnapshot(service, key), before)
})
