import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leastPaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const key = await service.key()
await service.accept(leastPaper({ id: 'p1', concepts: ['memory'] }), leastPaper({ id: 'p2' }))
await decide(service, 'p2', 'retract')

const ORIGIN = 'https://elsewhere.example'

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Responses that scripts of any origin may read: public reads, contact and subscribe, failures among them. */
const open: [method: string, path: string, status: number, body?: unknown][] = [
  ['GET', '/api/papers', 200],
  ['HEAD', '/api/papers', 200],
  ['GET', '/api/papers?limit=0', 400],
  ['GET', '/api/papers/p1', 200],
  ['GET', '/api/papers/p2', 410],
  ['GET', '/api/papers/p3', 404],
  ['GET', '/api/stats', 200],
  ['GET', '/api/health', 200],
  ['GET', '/api/v1/papers', 200],
  ['GET', '/api/v1/papers/p1', 200],
  ['GET', '/api/v1/papers/p3', 404],
  ['GET', '/api/v1/papers?type=x', 400],
  ['GET', '/api/v1/concepts', 200],
  ['GET', '/api/v1/concepts/memory', 200],
  ['GET', '/api/v1/gaps', 200],
  ['GET', '/api/v1/briefs', 200],
  ['GET', '/api/v1/briefs/latest', 404],
  ['POST', '/api/contact', 202, { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }],
  ['POST', '/api/contact', 400, {}],
  ['POST', '/api/subscribe', 202, { email: 'ada@example.org' }],
  ['POST', '/api/subscribe', 400, {}],
]

test('public reads, contact and subscribe may be read by scripts of any origin', async () => {
  for (const [method, path, status, body] of open) {
    const response = await ask(method, path, body)
    assert.equal(response.status, status, `${method} ${path}`)
    assert.equal(response.headers.get('access-control-allow-origin'), '*', `${method} ${path}`)
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').split(', ')
    for (const name of [
      'ETag',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
      'X-Total-Count',
    ])
      assert.ok(exposed.includes(name), `${method} ${path} hides ${name}`)
  }
})

test('a 304 may be read like the response it replaces', async () => {
  const response = await ask('GET', '/api/papers', undefined, { 'if-none-match': '*' })
  assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [304, '*'])
})

test('what needs a key is for no script of another origin', async () => {
  for (const [method, path, body] of [
    ['POST', '/api/papers', leastPaper({ id: 'p9' })],
    ['POST', '/api/papers', {}],
    ['GET', '/api/submissions', undefined],
    ['GET', '/api/submissions/p9', undefined],
    ['PUT', '/api/submissions/p9', leastPaper({ id: 'p9' })],
    ['DELETE', '/api/submissions/p9', undefined],
  ] as const)
    for (const headers of [{ 'x-api-key': key }, { 'x-api-key': 'wrong' }]) {
      const response = await ask(method, path, body, headers)
      for (const [name] of response.headers) assert.ok(!name.startsWith('access-control'), `${method} ${path}: ${name}`)
    }
})

/** What a browser learns before it sends: the methods that other origins may use. */
const preflights: [path: string, methods: string | null][] = [
  ['/api/papers', 'GET'],
  ['/api/papers/p1', 'GET'],
  ['/api/stats', 'GET'],
  ['/api/health', 'GET'],
  ['/api/contact', 'POST'],
  ['/api/subscribe', 'POST'],
  ['/api/v1/papers', 'GET'],
  ['/api/v1/papers/p1', 'GET'],
  ['/api/v1/concepts', 'GET'],
  ['/api/v1/gaps', 'GET'],
  ['/api/v1/briefs/latest', 'GET'],
  ['/api/submissions', null],
  ['/api/submissions/p9', null],
]

test('a preflight allows the open methods and no others', async () => {
  for (const [path, methods] of preflights) {
    const response = await fetch(service.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    })
    assert.equal(response.status, 204, path)
    assert.equal(response.headers.get('access-control-allow-methods'), methods, path)
    assert.equal(response.headers.get('access-control-allow-origin'), methods === null ? null : '*', path)
    assert.equal(response.headers.get('access-control-allow-credentials'), null, path)
    if (methods === null) continue
    const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
    assert.ok(allowed.includes('content-type') && allowed.includes('idempotency-key'), path)
    assert.ok(!allowed.includes('x-api-key'), path)
    assert.match(response.headers.get('access-control-max-age') ?? '', /^[1-9]\d*$/u)
  }
})

test('a preflight is free: it counts against no limit', async () => {
  for (let index = 0; index < 12; index += 1) await fetch(`${service.url}/api/contact`, { method: 'OPTIONS' })
  const response = await ask('POST', '/api/contact', { name: 'Ada', email: 'ada@example.org', message: 'Hello.' })
  assert.equal(response.status, 202)
})

test('the origin makes no difference to the response', async () => {
  const [with_, without] = [await ask('GET', '/api/papers'), await service.get('/api/papers')]
  assert.equal(with_.headers.get('access-control-allow-origin'), without.headers.get('access-control-allow-origin'))
  assert.equal(with_.headers.get('etag'), without.headers.get('etag'))
})
