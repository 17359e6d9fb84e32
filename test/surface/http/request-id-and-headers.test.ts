import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u

/** One request for each kind of response. */
const kinds: [method: string, path: string, status: number, headers?: Record<string, string>][] = [
  ['GET', '/api/papers', 200],
  ['HEAD', '/api/papers', 200],
  ['GET', '/api/papers', 304, { 'if-none-match': '*' }],
  ['OPTIONS', '/api/papers', 204],
  ['GET', '/api/papers?limit=0', 400],
  ['POST', '/api/papers', 401],
  ['GET', '/api/papers/p9', 404],
  ['GET', '/api/nothing', 404],
  ['PATCH', '/api/papers', 405],
  ['POST', '/api/contact', 415],
  ['GET', '/api/v1/papers', 200],
  ['GET', '/api/v1/papers/p9', 404],
  ['POST', '/api/v1/papers', 405],
  ['GET', '/api/v1/nothing', 404],
  ['GET', '/api/health', 200],
  ['GET', '/', 200],
  ['GET', '/docs', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/assets/longview.css', 200],
  ['GET', '/nothing', 404],
]

const eachKind = async (
  service: TestService,
  check: (response: Response, what: string) => void | Promise<void>,
  more: Record<string, string> = {},
): Promise<void> => {
  for (const [method, path, status, headers] of kinds) {
    const response = await fetch(service.url + path, { method, headers: { ...headers, ...more } })
    assert.equal(response.status, status, `${method} ${path}`)
    await check(response, `${method} ${path} ${status}`)
  }
}

test('every response has a request id of its own', async (t) => {
  const service = await startTestService(t)
  const seen = new Set<string>()
  await eachKind(service, (response, what) => {
    const id = response.headers.get('x-request-id') ?? ''
    assert.match(id, UUID, what)
    seen.add(id)
  })
  assert.equal(seen.size, kinds.length)
})

test('a request id of the client is used', async (t) => {
  const service = await startTestService(t)
  for (const id of ['a', 'trace-1.2:3_4', '8e03978e-40d5-43e8-bc93-6894a57f9324', 'x'.repeat(128)]) {
    await eachKind(service, (response, what) => assert.equal(response.headers.get('x-request-id'), id, what), {
      'x-request-id': id,
    })
  }
})

test('a request id that is not safe in a log is replaced', async (t) => {
  const service = await startTestService(t)
  for (const id of ['', ' ', 'a b', 'a,b', '"a"', 'x'.repeat(129), '<script>', 'é', 'a;b=c', '${jndi}']) {
    const response = await service.get('/api/papers', { 'x-request-id': id })
    assert.match(response.headers.get('x-request-id') ?? '', UUID, id)
  }
})

test('one line in the log records each request with its id', async (t) => {
  const service = await startTestService(t)
  await service.get('/api/papers?q=secret', { 'x-request-id': 'one' })
  await service.get('/api/v1/papers/p9', { 'x-request-id': 'two' })
  const lines = service.logged.map(({ level, facts, message }) => {
    const { requestId, method, path, status } = facts
    return { level, message, requestId, method, path, status }
  })
  assert.deepEqual(lines, [
    { level: 'info', message: 'request', requestId: 'one', method: 'GET', path: '/api/papers', status: 200 },
    { level: 'info', message: 'request', requestId: 'two', method: 'GET', path: '/api/v1/papers/p9', status: 404 },
  ])
  for (const { facts } of service.logged) assert.ok(typeof facts.ms === 'number' && facts.ms >= 0)
})

test('an error of a client is not logged as an error', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.send('POST', '/api/papers', '{', { 'x-api-key': key })
  await service.send('POST', '/api/papers', leastPaper({ year: 'x' }), { 'x-api-key': key })
  await service.send('POST', '/api/papers', leastPaper(), { 'x-api-key': 'wrong' })
  await eachKind(service, () => {})
  assert.deepEqual(
    service.logged.filter(({ level }) => level === 'warn' || level === 'error'),
    [],
  )
})

test('every response carries the security headers', async (t) => {
  const service = await startTestService(t)
  await eachKind(service, (response, what) => {
    const header = (name: string): string => response.headers.get(name) ?? ''
    assert.equal(header('x-content-type-options'), 'nosniff', what)
    assert.equal(header('referrer-policy'), 'no-referrer', what)
    // The headers of a 304 replace those that a page was kept with, and it does not know whether it was one.
    if (response.status === 304) assert.equal(response.headers.get('content-security-policy'), null)
    else {
      assert.match(header('content-security-policy'), /^default-src 'none'/u, what)
      assert.match(header('content-security-policy'), /frame-ancestors 'none'/u, what)
      assert.doesNotMatch(header('content-security-policy'), /unsafe|\*/u, what)
    }
    for (const telling of ['server', 'x-powered-by', 'set-cookie', 'via'])
      assert.equal(response.headers.get(telling), null, `${what} tells ${telling}`)
  })
})

test('what scripts of other origins may read they may embed, and nothing else; pages ask for no sensors', async (t) => {
  const service = await startTestService(t)
  for (const [path, policy, isPage] of [
    ['/', 'same-origin', true],
    ['/console/sign-in', 'same-origin', true],
    ['/nothing', 'same-origin', true],
    ['/assets/longview.css', 'same-origin', false],
    ['/api/submissions', 'same-origin', false],
    ['/api/papers', 'cross-origin', false],
    ['/api/v1/papers', 'cross-origin', false],
  ] as const) {
    const { headers } = await service.get(path)
    assert.equal(headers.get('cross-origin-resource-policy'), policy, path)
    const permissions = headers.get('permissions-policy') ?? ''
    assert.equal(permissions.includes('camera=()'), isPage, path)
    assert.equal(permissions.includes('publickey-credentials-get=(self)'), isPage, path)
  }
})

test('pages may load our own files and nothing else; data may load nothing', async (t) => {
  const service = await startTestService(t)
  const policyOf = async (path: string) => (await service.get(path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/', '/docs', '/nothing']) {
    const policy = await policyOf(path)
    for (const rule of ["script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'self'"])
      assert.ok(policy.includes(rule), `${path}: ${policy}`)
  }
  for (const path of ['/api/papers', '/api/v1/papers', '/api/nothing', '/api/v1/nothing'])
    assert.equal(await policyOf(path), "default-src 'none'; frame-ancestors 'none'")
})

test('each response names its media type', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  for (const [path, type] of [
    ['/api/papers', 'application/json; charset=utf-8'],
    ['/api/papers/p1', 'application/json; charset=utf-8'],
    ['/api/papers/p9', 'application/json; charset=utf-8'],
    ['/api/stats', 'application/json; charset=utf-8'],
    ['/api/v1/papers', 'application/json; charset=utf-8'],
    ['/api/v1/papers/p9', 'application/problem+json'],
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/', 'text/html; charset=utf-8'],
    ['/assets/longview.css', 'text/css; charset=utf-8'],
  ] as const)
    assert.equal((await service.get(path)).headers.get('content-type'), type, path)
})

test('addresses in responses come from the configuration, never from the request', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  const key = await service.key()
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
    'x-api-key': key,
  }
  const responses = [
    await service.get('/api/papers?limit=1', forged),
    await service.get('/api/v1/papers/p9', forged),
    await service.send('POST', '/api/papers', leastPaper({ id: 'p3' }), forged),
    await service.get('/api/submissions', forged),
  ]
  for (const response of responses) {
    assert.ok(!JSON.stringify([...response.headers]).includes('evil.example'), response.url)
    assert.ok(!(await response.text()).includes('evil.example'), response.url)
  }
})
