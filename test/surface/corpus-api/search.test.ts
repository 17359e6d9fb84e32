import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { assertFailure } from '../../support/service/failures.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf, pagesFrom, type Listed } from '../../support/service/read-responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { startSearchedService } from '../../support/corpora/searched-papers.ts'

const { service, search } = await startSearchedService({ after })

test('q is accepted up to 256 characters, however many bytes they have', async () => {
  for (const character of ['!', '…', '🙂'])
    assert.deepEqual(await search(`alphabet${character.repeat(256 - 'alphabet'.length)}`), ['p4'])
  assert.equal((await service.get(`/api/papers?q=${'a'.repeat(256)}`)).status, 200)
  for (const q of [
    'a'.repeat(257),
    '🙂'.repeat(257),
    `alphabet${' '.repeat(249)}`,
    '"'.repeat(257),
    'a'.repeat(8_000),
  ]) {
    const failure = await assertFailure(await service.get(`/api/papers?q=${encodeURIComponent(q)}`), 'corpus', 400)
    assert.deepEqual(failure.paths, ['q'])
    assert.match(failure.sentence, /256/u)
  }
})

test('q is accepted up to 16 words', async () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${index}`)
  const sixteen = words.slice(1)
  for (const q of [sixteen.join(' '), `"${sixteen.join(' ')}"`, sixteen.join(' OR '), `-${sixteen.join(' -')}`])
    assert.equal((await service.get(`/api/papers?q=${encodeURIComponent(q)}`)).status, 200, q)
  for (const q of [
    words.join(' '),
    `"${words.join(' ')}"`,
    words.join(' OR '),
    `-${words.join(' -')}`,
    words.join(','),
    `title:${words.join(' title:')}`,
  ]) {
    const failure = await assertFailure(await service.get(`/api/papers?q=${encodeURIComponent(q)}`), 'corpus', 400)
    assert.deepEqual(failure.paths, ['q'], q)
    assert.match(failure.sentence, /16/u)
  }
})

test('matches come in the public order for any query', async () => {
  assert.deepEqual(await search('the OR of OR with OR for OR memory OR alphabet OR ablation'), [
    'p1',
    'p2',
    'p3',
    'p4',
    'p6',
  ])
})

test('a search may be filtered by chapter', async () => {
  assert.deepEqual(await search('long horizon', '&chapter=2'), ['p1', 'p3'])
  assert.deepEqual(await search('memory', '&chapter=3'), ['p2'])
  assert.deepEqual(await search('-memory', '&chapter=2'), ['p3'])
  assert.deepEqual(await search('memory', '&chapter=7'), [])
  assert.deepEqual(await search('!!!', '&chapter=2'), [])
})

test('count is the number of papers in the response, X-Total-Count that of all matches', async () => {
  const response = await service.get('/api/papers?q=long+horizon&limit=2')
  const { count, papers } = await jsonOf<Listed & { count: number }>(response)
  assert.deepEqual([count, papers.length, response.headers.get('x-total-count')], [2, 2, '3'])
})

test('pages of a search follow each other without gap or repetition', async () => {
  const seen: unknown[] = []
  for await (const page of pagesFrom(service, '/api/papers?q=long+horizon+OR+agents&limit=1')) {
    assert.equal(page.headers.get('x-total-count'), '3')
    seen.push(...(await jsonOf<Listed>(page)).papers.map(({ id }) => id))
  }
  assert.deepEqual(seen, ['p1', 'p2', 'p3'])
})

/** A service of its own, with one submitted paper. */
const withSubmission = async (t: TestContext): Promise<{ own: TestService; key: string }> => {
  const own = await startTestService(t)
  const key = await own.key()
  await submit(own, key, leastPaper({ title: 'Firstword', abstract: 'Firstabstract' }))
  return { own, key }
}

test('a paper is found from its acceptance to its retraction', async (t) => {
  const { own } = await withSubmission(t)
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  await decide(own, 'p1', 'accept')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), ['p1'])
  await decide(own, 'p1', 'retract')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  assert.equal((await own.get('/api/papers?q=firstword')).headers.get('x-total-count'), '0')
})

test('a resubmitted paper is found by its new words only', async (t) => {
  const { own, key } = await withSubmission(t)
  await decide(own, 'p1', 'ask')
  await own.send('PUT', '/api/submissions/p1', leastPaper({ title: 'Secondword' }), { 'x-api-key': key })
  await decide(own, 'p1', 'accept')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstabstract'), [])
  assert.deepEqual(await idsAt(own, '/api/papers?q=secondword'), ['p1'])
})
