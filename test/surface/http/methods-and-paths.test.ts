import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { briefOfWeek47, wholePaper } from '../../support/service/papers.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { rawRequest } from '../../support/raw-http.ts'
import { submitInto } from '../../support/service/review.ts'
import { stateSnapshot, startTestService } from '../../support/service/test-service.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const service = await startTestService({ after })
const key = await service.key()
await service.accept(wholePaper())
await submitInto(service, { key, state: 'pending', paper: { id: 'p2' } })
await service.run(publishBrief, { actor: 'test', brief: briefOfWeek47 })

/** Every path of both APIs and what may be done there. */
const paths: [path: string, methods: string[]][] = [
  ['/api/papers', ['GET', 'POST']],
  ['/api/papers/p1', ['GET']],
  ['/api/papers/p999', ['GET']],
  ['/api/submissions', ['GET']],
  ['/api/submissions/p2', ['DELETE', 'GET', 'PUT']],
  ['/api/stats', ['GET']],
  ['/api/contact', ['POST']],
  ['/api/subscribe', ['POST']],
  ['/api/mail/bounces', ['POST']],
  ['/api/health', ['GET']],
  ['/api/health/ready', ['GET']],
  ['/api/ingest-sessions/is_1', ['GET']],
  ['/api/ingest-sessions/is_1/chunks', ['GET']],
  ['/api/ingest-sessions/is_1/refusals', ['GET']],
  ['/api/ingest-sessions/is_1/papers', ['POST']],
  ['/api/v1/papers', ['GET']],
  ['/api/v1/papers/p1', ['GET']],
  ['/api/v1/papers/p1/citations', ['GET']],
  ['/api/v1/papers/p1/evidence', ['GET']],
  ['/api/v1/papers/p1/references', ['GET']],
  ['/api/v1/concepts', ['GET']],
  ['/api/v1/concepts/checkpointing', ['GET']],
  ['/api/v1/gaps', ['GET']],
  ['/api/v1/gaps/g1/evidence', ['GET']],
  ['/api/v1/gaps/g1/history', ['GET']],
  ['/api/v1/briefs', ['GET']],
  ['/api/v1/briefs/latest', ['GET']],
  ['/api/v1/briefs/2026-w47', ['GET']],
  ['/api/v1/briefs/2026-w47/corrections', ['GET']],
  ['/api/v1/briefs/2026-w47/evidence', ['GET']],
  ['/api/v1/search', ['GET', 'POST']],
  ['/api/v1/passages', ['GET', 'POST']],
  ['/api/v1/references/check', ['POST']],
  ['/api/v1/check', ['POST']],
  ['/api/v1/changes', ['GET']],
  ['/api/v1/records/paper/p1', ['GET']],
]

const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']

const apiOf = (path: string): 'agent' | 'corpus' => (path.startsWith('/api/v1') ? 'agent' : 'corpus')

const allowOf = (header: string | null): string[] => (header ?? '').split(', ').toSorted()

/** HEAD wherever GET is, and OPTIONS everywhere. */
const allowed = (methods: string[]): string[] =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()

const ask = (method: string, path: string): Promise<Response> =>
  fetch(service.url + path, { method, headers: { 'x-api-key': key } })

/** What does not differ from moment to moment. */
const lasting = (response: Response): Record<string, string> => {
  const { date: _date, connection: _kept, 'keep-alive': _idle, ...rest } = Object.fromEntries(response.headers)
  const { 'x-request-id': _id, 'content-length': _length, ...headers } = rest
  return headers
}

for (const [path, methods] of paths) {
  test(`${path} answers any other method with 405 and Allow`, async () => {
    const before = await stateSnapshot(service, key)
    for (const method of known.filter((name) => !allowed(methods).includes(name))) {
      const response = await fetch(service.url + path, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        ...(method === 'HEAD' || method === 'GET' ? {} : { body: JSON.stringify(wholePaper({ id: 'p77' })) }),
      })
      assert.deepEqual(allowOf(response.headers.get('allow')), allowed(methods), method)
      if (method === 'HEAD') assert.deepEqual([response.status, await response.text()], [405, ''])
      else {
        const { code, sentence } = await assertFailure(response, apiOf(path), 405)
        assert.equal(code, 'method_not_allowed')
        assert.ok(sentence.includes(method), sentence)
      }
    }
    const traced = await rawRequest(service.url + path, { method: 'TRACE', headers: { 'x-secret': 'marker' } })
    assert.equal(traced.status, 405)
    assert.ok(!traced.body.includes('marker'))
    assert.deepEqual(await stateSnapshot(service, key), before)
  })

  test(`${path} lists its methods for OPTIONS`, async () => {
    const response = await fetch(service.url + path, { method: 'OPTIONS' })
    assert.equal(response.status, 204)
    assert.deepEqual(allowOf(response.headers.get('allow')), allowed(methods))
    assert.equal(await response.text(), '')
  })

  if (methods.includes('GET'))
    test(`HEAD ${path} is GET without the body`, async () => {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)]
      assert.equal(head.status, get.status)
      assert.equal(await head.text(), '')
      assert.deepEqual(lasting(head), lasting(get))
    })
}

/** Addresses that lead nowhere, and who says so. */
const nowhere: ['agent' | 'corpus', string][] = [
  ['corpus', '/api'],
  ['corpus', '/api/'],
  ['corpus', '/api/paper'],
  ['corpus', '/api/Papers'],
  ['corpus', '/api/papers/'],
  ['corpus', '/api/papers/p1/'],
  ['corpus', '/api/papers/p1/fullText'],
  ['corpus', '/api//papers'],
  ['corpus', '/api/papers//p1'],
  ['corpus', '/api/papers%2Fp1'],
  ['corpus', '/api/stats/x'],
  ['corpus', '/api/health/live'],
  ['corpus', '/api/keys'],
  ['corpus', '/api/review/p2'],
  ['corpus', '/api/admin'],
  ['corpus', '/api/papers;p1'],
  ['corpus', '/api/%00'],
  ['agent', '/api/v1'],
  ['agent', '/api/v1/'],
  ['agent', '/api/v1/Papers'],
  ['agent', '/api/v1/papers/'],
  ['agent', '/api/v1/briefs/'],
  ['agent', '/api/v1/briefs/latest/x'],
  ['agent', '/api/v1/stats'],
  ['agent', '/api/v1/submissions'],
  ['agent', '/api/v1/papers/p1/text'],
]

test('an unknown path is 404 in the form of its API, whatever the method', async () => {
  const before = await stateSnapshot(service, key)
  for (const [api, path] of nowhere)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(service.url + path, { method, headers: { 'x-api-key': key } })
      assert.equal((await assertFailure(response, api, 404)).code, 'not_found', `${method} ${path}`)
    }
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('an unknown path outside the APIs is a page', async () => {
  for (const path of [
    '/nothing',
    '/API/papers',
    '/..%2f..%2fetc/passwd',
    '/assets/',
    '/assets/..%2fpackage.json',
    '/.env',
    '/%F0%9F%99%82',
    '/<script>alert(1)</script>',
  ]) {
    const response = await service.get(path)
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path)
    assert.ok(!(await response.text()).includes('<script>alert'), path)
  }
})

test('every type of problem leads to its explanation', async () => {
  const reference = await (await service.get('/docs')).text()
  for (const [path, init] of [
    ['/api/v1/papers?limit=0', {}],
    ['/api/v1/papers/p999', {}],
    ['/api/v1/papers', { method: 'POST' }],
  ] as const) {
    const { type } = await jsonOf<{ type: string }>(await fetch(service.url + path, init))
    const { origin, pathname, hash } = new URL(type)
    assert.deepEqual([origin, pathname], [service.url, '/docs'])
    assert.ok(reference.includes(`id="${hash.slice(1)}"`), type)
  }
})

test('the description names exactly the paths and methods that are answered', async () => {
  type Described = { paths: Record<string, Record<string, unknown>> }
  const described = await jsonOf<Described>(await service.get('/openapi.json'))
  const mine = Object.entries(described.paths)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/editorial/'))
    .map(([path, operations]) => `${path} ${Object.keys(operations).toSorted().join(' ').toUpperCase()}`)
  const templates = new Map([
    ['/api/papers/p1', '/api/papers/{id}'],
    ['/api/submissions/p2', '/api/submissions/{id}'],
    ['/api/v1/papers/p1', '/api/v1/papers/{id}'],
    ['/api/v1/concepts/checkpointing', '/api/v1/concepts/{id}'],
    ['/api/v1/papers/p1/citations', '/api/v1/papers/{id}/citations'],
    ['/api/v1/papers/p1/evidence', '/api/v1/papers/{id}/evidence'],
    ['/api/v1/papers/p1/references', '/api/v1/papers/{id}/references'],
    ['/api/v1/gaps/g1/evidence', '/api/v1/gaps/{id}/evidence'],
    ['/api/v1/briefs/2026-w47/evidence', '/api/v1/briefs/{id}/evidence'],
    ['/api/v1/briefs/2026-w47', '/api/v1/briefs/{id}'],
    ['/api/v1/briefs/2026-w47/corrections', '/api/v1/briefs/{id}/corrections'],
    ['/api/v1/gaps/g1/history', '/api/v1/gaps/{id}/history'],
    ['/api/v1/records/paper/p1', '/api/v1/records/{kind}/{id}'],
  ])
  const wanted = paths
    .filter(([path]) => path !== '/api/papers/p999')
    .map(([path, methods]) => `${templates.get(path) ?? path.replace('is_1', '{id}')} ${methods.join(' ')}`)
  assert.deepEqual(mine.toSorted(), wanted.toSorted())
})

const answerTo = async (port: number, request: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

test('a malformed request gets the reason as plain text, and the connection ends', async (t) => {
  const service = await startTestService(t)
  const port = Number(new URL(service.url).port)
  const answers = await Promise.all([
    answerTo(port, `GET /papers?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    answerTo(port, 'HELLO\r\n\r\n'),
    answerTo(port, 'POST /api/papers HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n'),
  ])
  const statuses = ['431 Request Header Fields Too Large', '400 Bad Request', '400 Bad Request']
  for (const [index, status] of statuses.entries()) {
    const answer = answers[index] ?? ''
    assert.ok(answer.startsWith(`HTTP/1.1 ${status}\r\n`), answer)
    assert.match(answer, /\r\nConnection: close\r\n/u)
    assert.match(answer, /\r\nX-Content-Type-Options: nosniff\r\n/u)
    assert.match(answer, /\r\n\r\n[A-Z].+\.\n$/u)
  }
  const long = await answerTo(port, `HEAD /papers?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  assert.match(long, /^HTTP\/1\.1 431 [^]+\r\nContent-Length: [1-9]\d*\r\n[^]+\r\n\r\n$/u, 'a body answers HEAD')
  assert.equal((await service.get('/api/health')).status, 200)
})
