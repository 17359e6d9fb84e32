import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { rawRequest, type RawResponse, openSocket } from '../../support/raw-http.ts'
import { anonymous, signedIn } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const here = await startTestService({ after })
await here.accept(leastPaper())
const open = await startTestService({ after }, { bind: '0.0.0.0' })
await open.accept(leastPaper())

const ask = (
  service: TestService,
  path: string,
  headers: Record<string, string | string[]>,
  method = 'GET',
): Promise<RawResponse> => rawRequest(service.url + path, { method, headers })

test('a foreign host is 421 on every surface, cached or not, and health takes any', async () => {
  for (const path of [
    '/api/papers',
    '/api/papers',
    '/api/v1/papers',
    '/',
    '/console/queue',
    '/nothing',
    '/assets/longview.css',
  ])
    for (const host of ['evil.example', `evil.example:${new URL(here.url).port}`, '127.0.0.1.evil.example']) {
      assert.equal((await ask(here, path, { host: '127.0.0.1' })).status === 421, false)
      const { status, headers } = await ask(here, path, { host })
      assert.deepEqual([status, headers['cache-control']], [421, 'no-store'], `${path} of ${host}`)
    }
  for (const path of ['/api/health', '/api/health/ready'])
    assert.equal((await ask(here, path, { host: 'evil.example' })).status, 200)
})

test('the refusal has the form of the surface and names the variable', async () => {
  const corpus = JSON.parse((await ask(here, '/api/papers', { host: 'evil.example' })).body) as Record<string, unknown>
  assert.deepEqual([corpus.success, corpus.code], [false, 'misdirected'])
  assert.match(String(corpus.error), /ALLOWED_HOSTS/u)
  const agent = await ask(here, '/api/v1/papers', { host: 'evil.example' })
  assert.equal(agent.headers['content-type'], 'application/problem+json')
})

test('a session changes nothing under another host', async () => {
  const { headers } = await signedIn(here, 'admin')
  const refused = await ask(
    here,
    '/console/sign-out',
    { ...headers, host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    'POST',
  )
  assert.equal(refused.status, 421)
  assert.equal((await ask(here, '/console/account', headers)).status, 200)
})

test('two hosts are 400, also for health', async () => {
  for (const path of ['/api/papers', '/api/health']) {
    const socket = await openSocket(here.url)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    assert.match(await socket.ended(), /^HTTP\/1\.1 400 /u)
  }
})

test('at an open address without PUBLIC_URL public reads work, and all else names the variable', async () => {
  const key = await open.key('submit', 'review')
  const elsewhere = { host: '192.0.2.7:8080', 'x-api-key': key, 'sec-fetch-site': 'same-origin' }
  for (const path of [
    '/api/papers',
    '/api/papers',
    '/api/papers/p1',
    '/api/v1/papers',
    '/',
    '/papers/p1',
    '/api/health',
  ])
    assert.equal((await ask(open, path, elsewhere)).status, 200, path)
  for (const [method, path] of [
    ['GET', '/api/submissions'],
    ['POST', '/api/papers'],
    ['POST', '/api/contact'],
    ['POST', '/subscribe'],
    ['GET', '/unsubscribe?token=x'],
    ['GET', '/api/editorial/submissions'],
    ['GET', '/console/sign-in'],
    ['POST', '/console/sign-in'],
  ] as const) {
    const { status, body } = await ask(open, path, elsewhere, method)
    assert.equal(status, 403, `${method} ${path}`)
    assert.match(body, /PUBLIC_URL/u)
  }
})

test('hosts of ALLOWED_HOSTS are answered', async (t) => {
  const service = await startTestService(t, { allowedHosts: ['papers.internal'] })
  assert.equal((await ask(service, '/api/papers', { host: 'papers.internal:8080' })).status, 200)
})

const byProxies: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'papers.example.org' },
  { forwarded: 'for=203.0.113.7' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.7' },
]

test('through a proxy, a cookie that is not Secure is not a session', async () => {
  const { secret } = await signedIn(here, 'admin')
  const accountWith = async (cookie: string, more: Record<string, string> = {}): Promise<number> =>
    (await ask(here, '/console/account', { cookie, ...more })).status
  assert.equal(await accountWith(`sid=${secret}`), 200)
  assert.equal(await accountWith(`__Host-sid=${secret}`), 303)
  for (const more of byProxies) {
    assert.equal(await accountWith(`sid=${secret}`, more), 303, JSON.stringify(more))
    assert.equal(await accountWith(`__Host-sid=${secret}`, more), 200, JSON.stringify(more))
  }
  const old = await openSocket(here.url)
  old.write(`GET /console/account HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: sid=${secret}\r\n\r\n`)
  assert.match(await old.ended(), /^HTTP\/1\.1 303 /u)
})

let added = 0
/** The cookie that the first sign-in of a new editor gives. */
const cookieGiven = async (service: TestService, more: Record<string, string>): Promise<string> => {
  added += 1
  const person = { name: 'Ada', email: `ada${added}@example.org`, role: 'editor' as const, actor: 'test' }
  const { token } = await service.run(addEditor, person)
  const form = { token, passphrase: 'correct horse battery staple' }
  const response = await anonymous(service).post('/console/link', form, more)
  return response.headers.get('set-cookie') ?? ''
}

test('through a proxy, the console gives Secure cookies only', async (t) => {
  assert.match(await cookieGiven(here, {}), /^sid=/u)
  for (const more of byProxies) assert.match(await cookieGiven(here, more), /^__Host-sid=\w{32};.*; Secure$/u)
  const behindProxy = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  assert.match(await cookieGiven(behindProxy, {}), /^__Host-sid=\w{32};.*; Secure$/u)
})
