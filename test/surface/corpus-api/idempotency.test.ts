import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneExpiredJob } from '#jobs/housekeeping.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { stateSnapshot, startTestService, type TestService } from '../../support/service/test-service.ts'

const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }

/** Every POST that stores, with a body and another one. */
const posts = [
  { path: '/api/papers', status: 201, body: leastPaper({ id: 'p1' }), other: leastPaper({ id: 'p2' }) },
  { path: '/api/contact', status: 202, body: message, other: { ...message, message: 'Something else.' } },
  {
    path: '/api/subscribe',
    status: 202,
    body: { email: 'ada@example.org' },
    other: { email: 'ben@example.org' },
  },
]

const sender =
  (service: TestService, apiKey: string) =>
  (path: string, body: unknown, idempotencyKey: string): Promise<Response> =>
    service.send('POST', path, body, { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey })

/** What differs between any two responses. */
const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'idempotent-replayed'])

const lasting = (response: Response): [string, string][] =>
  [...response.headers].filter(([name]) => !OF_THE_MOMENT.has(name))

for (const { path, status, body, other } of posts) {
  test(`POST ${path}: the same key and body replay the first response byte for byte`, async (t) => {
    const service = await startTestService(t)
    const apiKey = await service.key()
    const send = sender(service, apiKey)
    const first = await send(path, body, 'one')
    assert.equal(first.status, status)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    const bytes = await first.text()
    const before = await stateSnapshot(service, apiKey)
    service.clock.advance(600)
    for (let time = 0; time < 3; time += 1) {
      const again = await send(path, body, 'one')
      assert.equal(again.status, status)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(await again.text(), bytes)
      assert.deepEqual(lasting(again), lasting(first))
    }
    service.clock.advance(-600)
    assert.deepEqual(await stateSnapshot(service, apiKey), before, 'a replay stores and counts nothing')
  })

  test(`POST ${path}: the same key with another body is refused with 422`, async (t) => {
    const service = await startTestService(t)
    const apiKey = await service.key()
    const send = sender(service, apiKey)
    await send(path, body, 'one')
    const before = await stateSnapshot(service, apiKey)
    const failure = await assertFailure(await send(path, other, 'one'), 'corpus', 422)
    assert.equal(failure.code, 'idempotency_key_reused')
    assert.deepEqual(await stateSnapshot(service, apiKey), before)
    assert.equal((await send(path, other, 'two')).status, status)
    assert.equal((await send(path, body, 'one')).headers.get('idempotent-replayed'), 'true')
  })

  test(`POST ${path}: while the first request runs an identical one gets 409`, { timeout: 240_000 }, async (t) => {
    const service = await startTestService(t)
    const apiKey = await service.key()
    const send = sender(service, apiKey)
    // Holding the write lock keeps the first request running for as long as the test needs.
    const gate = Promise.withResolvers<void>()
    const holding = service.store.transact(() => gate.promise)
    const twins = [send(path, body, 'one'), send(path, body, 'one')]
    const early = await assertFailure(await Promise.race(twins), 'corpus', 409)
    assert.equal(early.code, 'request_in_progress')
    gate.resolve()
    await holding
    const responses = await Promise.all(twins)
    assert.deepEqual(
      responses.map((answer) => answer.status).toSorted((a, b) => a - b),
      [status, 409],
    )
    const refused = responses.find((answer) => answer.status === 409)
    assert.match(refused?.headers.get('retry-after') ?? '', /^[1-9]\d*$/u)
    assert.equal((await send(path, body, 'one')).headers.get('idempotent-replayed'), 'true')
  })

  test(`POST ${path}: an invalid key is refused, and nothing is stored`, async (t) => {
    const service = await startTestService(t)
    const apiKey = await service.key()
    const send = sender(service, apiKey)
    const before = await stateSnapshot(service, apiKey)
    for (const malformed of [
      '',
      '"',
      '""',
      '"a',
      'a"',
      'a"b',
      '"a"b"',
      'a b',
      'a,b',
      'a;b',
      '"a\\b"',
      'é',
      'x'.repeat(256),
      `"${'x'.repeat(256)}"`,
    ]) {
      const { paths } = await assertFailure(await send(path, body, malformed), 'corpus', 400)
      assert.deepEqual(paths, ['Idempotency-Key'], malformed)
    }
    assert.deepEqual(await stateSnapshot(service, apiKey), before)
  })
}

test('a key may be quoted or bare: both are the same key', async (t) => {
  const service = await startTestService(t)
  const send = sender(service, await service.key())
  const uuid = '8e03978e-40d5-43e8-bc93-6894a57f9324'
  await send('/api/papers', leastPaper(), uuid)
  assert.equal((await send('/api/papers', leastPaper(), `"${uuid}"`)).headers.get('idempotent-replayed'), 'true')
  for (const [index, key] of [
    '"a b, c; d"',
    '"a\\"b"',
    '"a\\\\b"',
    'x'.repeat(255),
    `"${'y'.repeat(255)}"`,
    'a:b/c.d_e~f',
  ].entries()) {
    const paper = leastPaper({ id: `p${index + 10}` })
    assert.equal((await send('/api/papers', paper, key)).status, 201, key)
    assert.equal((await send('/api/papers', paper, key)).headers.get('idempotent-replayed'), 'true', key)
  }
})

test('keys that differ only in case are two keys', async (t) => {
  const service = await startTestService(t)
  const send = sender(service, await service.key())
  assert.equal((await send('/api/papers', leastPaper({ id: 'p1' }), 'abc')).status, 201)
  assert.equal((await send('/api/papers', leastPaper({ id: 'p2' }), 'ABC')).status, 201)
})

test('an idempotency key belongs to the API key that used it', async (t) => {
  const service = await startTestService(t)
  const [mine, yours] = [await service.key(), await service.key()]
  assert.equal((await sender(service, mine)('/api/papers', leastPaper({ id: 'p1' }), 'one')).status, 201)
  const other = await sender(service, yours)('/api/papers', leastPaper({ id: 'p2' }), 'one')
  assert.equal(other.status, 201)
  assert.equal(other.headers.get('idempotent-replayed'), null)
  assert.equal((await sender(service, yours)('/api/papers', leastPaper({ id: 'p1' }), 'three')).status, 409)
})

test('an idempotency key belongs to one path', async (t) => {
  const service = await startTestService(t)
  const send = sender(service, await service.key())
  for (const { path, status, body } of posts) {
    const response = await send(path, body, 'one')
    assert.deepEqual([response.status, response.headers.get('idempotent-replayed')], [status, null], path)
  }
})

test('an idempotency key of a client’s message belongs to that client', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  const from = (client: string, text: string) =>
    service.send(
      'POST',
      '/api/contact',
      { ...message, message: text },
      {
        'idempotency-key': 'one',
        'x-forwarded-for': client,
      },
    )
  assert.equal((await from('192.0.2.1', 'a')).status, 202)
  const other = await from('192.0.2.2', 'b')
  assert.deepEqual([other.status, other.headers.get('idempotent-replayed')], [202, null])
})

test('a replay needs the API key as the first request did', async (t) => {
  const service = await startTestService(t)
  await sender(service, await service.key())('/api/papers', leastPaper(), 'one')
  const response = await service.send('POST', '/api/papers', leastPaper(), { 'idempotency-key': 'one' })
  await assertFailure(response, 'corpus', 401)
})

test('a refused request leaves its key free', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }))
  const send = sender(service, await service.key())
  await assertFailure(await send('/api/papers', {}, 'one'), 'corpus', 400)
  await assertFailure(await send('/api/papers', leastPaper({ id: 'p1' }), 'one'), 'corpus', 409)
  const mended = await send('/api/papers', leastPaper({ id: 'p2' }), 'one')
  assert.deepEqual([mended.status, mended.headers.get('idempotent-replayed')], [201, null])
})

test('a dry run neither uses nor replays an idempotency key', async (t) => {
  const service = await startTestService(t)
  const send = sender(service, await service.key())
  assert.equal((await send('/api/papers?dryRun=true', leastPaper(), 'one')).status, 200)
  assert.equal((await send('/api/papers', leastPaper(), 'one')).status, 201)
  const after = await send('/api/papers?dryRun=true', leastPaper({ id: 'p2' }), 'one')
  assert.equal(after.headers.get('idempotent-replayed'), null)
  assert.equal('status' in (await jsonOf(after)), false)
})

test('the replay is the first response, whatever happened to the paper since', async (t) => {
  const service = await startTestService(t)
  const send = sender(service, await service.key())
  const first = await (await send('/api/papers', leastPaper(), 'one')).text()
  await decide(service, 'p1', 'reject')
  assert.equal(await (await send('/api/papers', leastPaper(), 'one')).text(), first)
})

test('many identical requests at once store one paper', async (t) => {
  const service = await startTestService(t)
  const apiKey = await service.key()
  const send = sender(service, apiKey)
  const responses = await Promise.all(Array.from({ length: 20 }, () => send('/api/papers', leastPaper(), 'one')))
  for (const { status } of responses) assert.ok(status === 201 || status === 409, String(status))
  const firsts = responses.filter(
    (answer) => answer.status === 201 && answer.headers.get('idempotent-replayed') === null,
  )
  assert.equal(firsts.length, 1)
  const { count } = await jsonOf(await service.get('/api/submissions', { 'x-api-key': apiKey }))
  assert.equal(count, 1)
})

test('a response is kept for 24 hours', async (t) => {
  const service = await startTestService(t)
  const apiKey = await service.key()
  const send = sender(service, apiKey)
  const prune = () => pruneExpiredJob(service).run(new AbortController().signal)
  await send('/api/papers', leastPaper(), 'one')
  service.clock.advance(24 * 3_600)
  await prune()
  assert.equal((await send('/api/papers', leastPaper(), 'one')).headers.get('idempotent-replayed'), 'true')
  service.clock.advance(1)
  await prune()
  assert.equal((await send('/api/papers', leastPaper(), 'one')).status, 409, 'the id is taken, the answer forgotten')
})
