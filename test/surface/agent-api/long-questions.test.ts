import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAX_RANKED_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({ chapter: 4 }),
  ...Array.from({ length: 4 }, (_, index) => leastPaper({ id: `p${index + 2}`, title: `Plans ${index}` })),
  leastPaper({ id: 'p9', title: 'Zebras', abstract: 'Zebras graze at night, and quaggas did so before them.' }),
)

type Answer = {
  query: string
  total: number
  hits: { id: string }[]
  nextCursor: string | null
  parsedQuery: { dropped?: number }
  relaxations?: { without: string; url?: string }[]
  rerunUrl?: string
}

const search = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  service.send('POST', '/api/v1/search', body, headers)
const passages = (body: unknown): Promise<Response> => service.send('POST', '/api/v1/passages', body)
const get = (path: string, parameters: Record<string, string>): Promise<Response> =>
  service.get(`${path}?${new URLSearchParams(parameters).toString()}`)

/** A text of so many characters about zebras, with many words that no paper has. */
const textOf = (length: number): string =>
  `Zebras at night. ${Array.from({ length: 4_000 }, (_, index) => `w${index}x`).join(' ')}`.slice(0, length)

test('a question in the body is answered as in the address, with the same cursors', async () => {
  const body = { q: 'plans', limit: 2, hasFullText: false, detail: 'ids', yearFrom: 1990 }
  const sent = await search(body)
  assert.equal(sent.headers.get('cache-control'), 'no-store')
  const first = await jsonOf<Answer>(sent)
  const parameters = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  assert.deepEqual(first, await jsonOf<Answer>(await get('/api/v1/search', parameters)))
  const cursor = first.nextCursor ?? ''
  const next = await jsonOf<Answer>(await search({ ...body, cursor }))
  assert.deepEqual(next, await jsonOf<Answer>(await get('/api/v1/search', { ...parameters, cursor })))
  assert.equal((await search({ q: 'plans', minLongHorizon: 1e-7 })).status, 200, 'a number with an exponent')
  const { rerunUrl = '' } = first
  assert.deepEqual(await jsonOf<Answer>(await service.get(rerunUrl)), first)
})

test('passages are found by a body too, with ids in a list', async () => {
  const body = { q: 'zebras at night', ids: ['p1', 'p9'], perPaper: 1 }
  const found = await jsonOf<{ passages: { paperId: string }[] }>(await passages(body))
  assert.deepEqual(
    found.passages.map(({ paperId }) => paperId),
    ['p9'],
  )
  const parameters = { q: body.q, ids: body.ids.join(','), perPaper: '1' }
  assert.deepEqual(found, await jsonOf(await get('/api/v1/passages', parameters)))
  assert.equal((await passages({ anchor: 'p9@1#abstract.1' })).status, 200)
  await assertFailure(await passages({ anchor: 'p9@2#abstract.1' }), 'agent', 404)
})

test('a text of 20,000 characters is ranked by the words of it that tell most', async () => {
  const q = textOf(MAX_RANKED_CHARACTERS)
  const found = await jsonOf<Answer>(await search({ q, maxTokens: 3_000 }))
  assert.deepEqual([found.hits[0]?.id, found.total], ['p9', 1])
  assert.equal(found.parsedQuery.dropped, new Set(q.split(' ')).size - 1 - 64, 'all but “at”')
  assert.equal(found.query, `${q.slice(0, 200)}…`)
  assert.equal(found.rerunUrl, undefined, 'no address has room for it')
  const located = await jsonOf<{ passages: { paperId: string }[]; parsedQuery?: object }>(await passages({ q }))
  assert.deepEqual([located.passages[0]?.paperId, located.parsedQuery], ['p9', { dropped: found.parsedQuery.dropped }])
  const nothing = await jsonOf<Answer>(await search({ q, chapter: 4 }))
  assert.deepEqual([nothing.total, nothing.relaxations], [0, [{ without: 'chapter', total: 1 }]])
})

test('a longer text is refused, and a GET that is too long names the remedy', async () => {
  const q = textOf(MAX_RANKED_CHARACTERS + 1)
  for (const send of [search, passages])
    assert.deepEqual((await assertFailure(await send({ q }), 'agent', 400)).paths, ['q'])
  for (const path of ['/api/v1/search', '/api/v1/passages']) {
    const response = await get(path, { q: textOf(2_001) })
    assert.equal(response.status, 400)
    const { errors } = (await response.json()) as { errors: object[] }
    assert.deepEqual(errors, [{ path: 'q', message: `must have at most 2000 characters; POST ${path} takes 20000` }])
  }
})

test('a body that is refused names each member', async () => {
  const refused: [object, string[]][] = [
    [{}, ['q']],
    [{ q: ' ' }, ['q']],
    [{ q: ['plans'] }, ['q']],
    [{ q: null }, ['q']],
    [{ q: 'plans', limit: 101, chapter: 8 }, ['chapter', 'limit']],
    [{ q: 'plans', unknown: 1 }, ['unknown']],
    [{ q: 'plans', cursor: 'AAAA' }, ['cursor']],
    [{ q: 'plans', hasFullText: 1, yearFrom: 2020.5 }, ['hasFullText', 'yearFrom']],
    [{ q: 'plans', concept: 1, chapter: '4', hasFullText: 'true' }, ['chapter', 'concept', 'hasFullText']],
    [[], ['body']],
  ]
  for (const [body, paths] of refused) {
    const failure = await assertFailure(await search(body), 'agent', 400)
    assert.deepEqual(failure.paths?.toSorted(), paths, JSON.stringify(body))
  }
  assert.deepEqual((await assertFailure(await passages({ q: 'plans', ids: 'p1;p2' }), 'agent', 400)).paths, ['ids'])
  assert.deepEqual((await assertFailure(await passages({ q: 'plans', ids: [1] }), 'agent', 400)).paths, ['ids.0'])
  await assertFailure(await search('{"q": "plans"', {}), 'agent', 400)
  await assertFailure(await search('q=plans', { 'content-type': 'application/x-www-form-urlencoded' }), 'agent', 415)
  await assertFailure(await search({ q: 'plans', padding: ' '.repeat(262_144) }), 'agent', 413)
})
