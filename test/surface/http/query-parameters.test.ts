import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertFailure, type Api } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(leastPaper({ chapter: 3, longHorizonScore: 0.5, title: 'Planning' }))

const lists: [Api, string][] = [
  ['corpus', '/api/papers'],
  ['agent', '/api/v1/papers'],
]

/** Values that the parameter does not accept, each with the name of the parameter in the response. */
const refused: Record<string, string[]> = {
  limit: [
    '0',
    '-1',
    '1.5',
    '1.0',
    'abc',
    '',
    ' ',
    '5 ',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    '1,000',
    '٣',
    'null',
    '-0',
    '00',
  ],
  chapter: ['0', '8', '-1', 'x', '', ' ', '1.5', '3.0', '1e0', '03', '33', 'one', 'NaN', '３', '3\n', '3\u0000'],
}

for (const [api, path] of lists)
  test(`${path} refuses a limit and a chapter out of range, and names them`, async () => {
    for (const [name, values] of Object.entries(refused))
      for (const value of values) {
        const response = await service.get(`${path}?${name}=${encodeURIComponent(value)}`)
        const { code, paths, sentence } = await assertFailure(response, api, 400)
        assert.deepEqual([code, paths], ['invalid', [name]], `${name}=${JSON.stringify(value)}`)
        assert.ok(sentence.includes(name), sentence)
      }
  })

for (const [api, path] of lists)
  test(`${path} names all wrong parameters at once`, async () => {
    const failure = await assertFailure(await service.get(`${path}?limit=0&chapter=9`), api, 400)
    assert.deepEqual(failure.paths.toSorted(), ['chapter', 'limit'])
  })

for (const [api, path] of lists)
  test(`${path} refuses a parameter that is given twice, even with one value`, async () => {
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'chapter=3&chapter=3'])
      assert.equal((await assertFailure(await service.get(`${path}?${query}`), api, 400)).code, 'invalid', query)
    const both = await assertFailure(await service.get(`${path}?limit=1&limit=2&chapter=1&chapter=2`), api, 400)
    assert.deepEqual(both.paths.toSorted(), ['chapter', 'limit'])
  })

test('q and type given twice are refused', async () => {
  const twice = await assertFailure(await service.get('/api/papers?q=a&q=b'), 'corpus', 400)
  assert.deepEqual(twice.paths, ['q'])
  const types = await assertFailure(await service.get('/api/v1/papers?type=survey&type=system'), 'agent', 400)
  assert.deepEqual(types.paths, ['type'])
})

test('unknown parameters of the contract’s reads are ignored', async () => {
  for (const path of [
    '/api/papers?sort=year&fields=id',
    '/api/papers?Q=nothing&Limit=0&CHAPTER=9',
    '/api/papers?__proto__=1&constructor=2&toString=3',
    '/api/papers/p1?x=1',
    '/api/stats?x=1',
    '/api/health?x=1',
    '/api/v1/papers?q=nothing&x=1',
    '/api/v1/papers/p1?x=1',
    '/api/v1/concepts?x=1',
    '/api/v1/gaps?x=1',
  ])
    assert.equal((await service.get(path)).status, 200, path)
})

test('names of parameters are exact: other capitals are other names', async () => {
  const response = await service.get('/api/papers?Q=nothing')
  assert.equal(response.headers.get('x-total-count'), '1')
})

test('unknown parameters of other routes are named', async () => {
  for (const path of ['/api/v1/briefs?x=1', '/api/v1/briefs/2026-w47?x=1', '/api/v1/concepts/memory?x=1']) {
    assert.deepEqual((await assertFailure(await service.get(path), 'agent', 400)).paths, ['x'])
  }
  const headers = { 'x-api-key': await service.key() }
  for (const [path, name] of [
    ['/api/submissions?state=pending', 'state'],
    ['/api/submissions/p1?verbose=1', 'verbose'],
  ] as const)
    assert.deepEqual((await assertFailure(await service.get(path, headers), 'corpus', 400)).paths, [name])
})

test('an encoded parameter means what it encodes', async () => {
  assert.equal((await service.get('/api/papers?chapter=%33&limit=%31')).status, 200)
  assert.equal((await service.get('/api/papers?%63hapter=9')).status, 400)
})

test('no malformed query string is answered with a 5xx', async () => {
  for (const query of [
    '%',
    '%zz=1',
    'q=%',
    'q=%E0%A4%A',
    'q=%ff',
    '=',
    '&&&',
    '?',
    'q',
    '=q',
    'q=%00',
    'limit',
    '+',
    '#',
  ])
    for (const [, path] of lists) {
      const { status } = await service.get(`${path}?${query}`)
      assert.ok(status === 200 || status === 400, `${path}?${query} was answered ${status}`)
    }
})

test('a parameter that the contract does not know is ignored, however often it is given', async (t) => {
  const service = await startTestService(t)
  assert.equal((await service.get('/api/papers?_=1&_=2')).status, 200)
  assert.equal((await service.get('/api/v1/papers?_=1&_=2')).status, 200)
})
