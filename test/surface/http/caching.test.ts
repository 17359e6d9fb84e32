import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { wholePaper, leastPaper } from '../../support/service/papers.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

/** Every public read that changes with the corpus alone. */
const reads = [
  '/api/papers',
  '/api/papers?q=agents&chapter=4&limit=10',
  '/api/papers/p1',
  '/api/stats',
  '/api/v1/papers',
  '/api/v1/papers?min_lh_score=5',
  '/api/v1/papers/p1',
  '/api/v1/papers/p1?include=fullText',
  '/api/v1/concepts',
  '/api/v1/concepts/checkpointing',
  '/api/v1/gaps',
  '/api/v1/briefs',
  '/api/v1/briefs/latest',
  '/api/v1/briefs/2026-w47',
]

const week = (number: number) => ({
  id: `2026-w${number}`,
  week: { year: 2026, week: number },
  title: `Week ${number}`,
  summary: 'One paper.',
  take: 'Read it.',
  featured: ['p1'],
})

const startFilled = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ fullText: 'Text.' }))
  await service.run(publishBrief, { brief: week(47), actor: 'test' })
  return service
}

const tagOf = async (service: TestService, path: string): Promise<string> =>
  (await service.get(path)).headers.get('etag') ?? ''

test('public reads carry a strong ETag and may be kept for a minute', async (t) => {
  const service = await startFilled(t)
  for (const path of reads) {
    const response = await service.get(path)
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('etag') ?? '', /^"[!#-~]+"$/u, path)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=60, must-revalidate', path)
  }
})

test('If-None-Match decides between 304 and 200', async (t) => {
  const service = await startFilled(t)
  for (const path of reads) {
    const tag = await tagOf(service, path)
    const bare = tag.slice(1, -1)
    const table: [header: string, status: number][] = [
      [tag, 304],
      [`W/${tag}`, 304],
      ['*', 304],
      [' * ', 304],
      [`"other", ${tag}`, 304],
      [`${tag}, "other"`, 304],
      [`"other",${tag},"more"`, 304],
      [`W/"other", W/${tag}`, 304],
      [` ${tag} `, 304],
      ['"other"', 200],
      ['W/"other"', 200],
      ['""', 200],
      ['', 200],
      [bare, 200],
      [`"${bare}x"`, 200],
      [`"x${bare}"`, 200],
      [`"${bare.slice(0, -1)}"`, 200],
      [tag.toUpperCase() === tag ? tag.toLowerCase() : tag.toUpperCase(), 200],
      [`w/${tag}`, 200],
      ['"*"', 200],
      [`"a, ${bare}"`, 200],
    ]
    for (const [header, status] of table)
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(service.url + path, { method, headers: { 'if-none-match': header } })
        assert.equal(response.status, status, `${method} ${path} with ${header}`)
        assert.equal(response.headers.get('etag'), tag)
        assert.equal(response.headers.get('cache-control'), 'public, max-age=60, must-revalidate')
        if (method === 'HEAD' || status === 304) assert.equal(await response.text(), '')
      }
  }
})

test('a 304 carries no body and says nothing of one', async (t) => {
  const service = await startFilled(t)
  const response = await service.get('/api/papers', { 'if-none-match': '*' })
  assert.equal(response.status, 304)
  assert.equal(response.headers.get('content-type'), null)
  assert.equal(response.headers.get('content-length') ?? '0', '0')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('x-total-count'), '1')
})

test('Vary, where it is given, is the same on 200 and 304', async (t) => {
  const service = await startFilled(t)
  for (const path of reads) {
    const full = await service.get(path)
    const known = await service.get(path, { 'if-none-match': '*' })
    assert.equal(known.headers.get('vary'), full.headers.get('vary'), path)
    assert.notEqual(full.headers.get('vary'), '*')
  }
})

test('equal tags mean equal bytes; each request has a tag of its own', async (t) => {
  const service = await startFilled(t)
  const bodies = new Map<string, string>()
  for (const path of reads) {
    const [one, two] = [await service.get(path), await service.get(path)]
    const tag = one.headers.get('etag') ?? ''
    assert.equal(two.headers.get('etag'), tag)
    const body = await one.text()
    assert.equal(await two.text(), body)
    assert.ok(!bodies.has(tag), `${path} shares its tag`)
    bodies.set(tag, body)
  }
})

/** What the public can see afterwards, so every tag must be another one. */
const publicChanges: Record<string, (service: TestService) => Promise<unknown>> = {
  'an accepted paper': (service) => service.accept(leastPaper({ id: 'p5' })),
  'a retracted paper': async (service) => decide(service, 'p4', 'retract'),
  'a published brief': (service) => service.run(publishBrief, { brief: week(48), actor: 'test' }),
  'a gap': (service) =>
    service.store.transact((tx) =>
      tx.gaps.put(
        { id: 'g1', title: 'Gap', severity: 'high', explanation: 'Why.', paperIds: ['p1'] },
        service.clock.now().toISOString(),
      ),
    ),
  'a definition': (service) => service.store.transact((tx) => tx.concepts.define('checkpointing', 'Saving state.')),
}

for (const [what, change] of Object.entries(publicChanges))
  test(`after ${what} no client gets a 304`, async (t) => {
    const service = await startFilled(t)
    await service.accept(leastPaper({ id: 'p4' }))
    const before = new Map<string, string>()
    for (const path of reads) before.set(path, await tagOf(service, path))
    await change(service)
    for (const [path, tag] of before) {
      const response = await service.get(path, { 'if-none-match': tag })
      assert.equal(response.status, 200, path)
      assert.notEqual(response.headers.get('etag'), tag, path)
    }
  })

test('what the public cannot see leaves every tag as it was', async (t) => {
  const service = await startFilled(t)
  const key = await service.key()
  const before = new Map<string, string>()
  for (const path of reads) before.set(path, await tagOf(service, path))
  for (const id of ['p5', 'p6', 'p7']) await submit(service, key, leastPaper({ id }))
  await decide(service, 'p5', 'reject')
  await decide(service, 'p6', 'ask')
  await service.send('DELETE', '/api/submissions/p7', '', { 'x-api-key': key })
  await service.send('POST', '/api/contact', { name: 'Ada', email: 'ada@example.org', message: 'Hello.' })
  await service.send('POST', '/api/subscribe', { email: 'ada@example.org' })
  await service.accept()
  for (const [path, tag] of before) assert.equal((await service.get(path, { 'if-none-match': tag })).status, 304, path)
})

test('failures are never a 304 and are not cacheable', async (t) => {
  const service = await startFilled(t)
  await service.accept(leastPaper({ id: 'p9' }))
  const tag = await tagOf(service, '/api/papers/p9')
  await decide(service, 'p9', 'retract')
  for (const [path, status] of [
    ['/api/papers/p404', 404],
    ['/api/papers/p9', 410],
    ['/api/papers?limit=0', 400],
    ['/api/nothing', 404],
    ['/api/submissions', 401],
    ['/api/v1/papers/p404', 404],
    ['/api/v1/papers/p9', 410],
    ['/api/v1/papers?limit=0', 400],
    ['/api/v1/concepts/nothing', 404],
    ['/api/v1/briefs/2026-w01', 404],
    ['/api/v1/nothing', 404],
  ] as const)
    for (const header of ['*', tag, `W/${tag}`, '"x"'])
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(service.url + path, { method, headers: { 'if-none-match': header } })
        assert.equal(response.status, status, `${path} with ${header}`)
        assert.equal(response.headers.get('etag'), null, path)
        assert.equal(response.headers.get('cache-control'), 'no-store', path)
      }
})

test('responses for one key, and health checks, are not cacheable', async (t) => {
  const service = await startFilled(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p5' }))
  for (const path of ['/api/submissions', '/api/submissions/p5', '/api/health', '/api/health/ready']) {
    const response = await service.get(path, { 'x-api-key': key, 'if-none-match': '*' })
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('cache-control'), 'no-store', path)
    assert.equal(response.headers.get('etag'), null, path)
  }
})

test('If-None-Match does not keep a request that stores from storing', async (t) => {
  const service = await startFilled(t)
  const response = await service.send('POST', '/api/papers', leastPaper({ id: 'p5' }), {
    'x-api-key': await service.key(),
    'if-none-match': '*',
  })
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('cache-control'), 'no-store')
})
