import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey, revokeKey } from '#actions/api-keys.ts'
import { formatApiKey } from '#core/access/api-key.ts'
import { assertFailure } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { rawRequest } from '../../support/raw-http.ts'
import { submit } from '../../support/service/review.ts'
import { stateSnapshot, startTestService, type TestService } from '../../support/service/test-service.ts'

/** Every route that needs a key. */
const guarded = [
  ['POST', '/api/papers'],
  ['POST', '/api/papers?dryRun=true'],
  ['GET', '/api/submissions'],
  ['GET', '/api/submissions/p7'],
  ['PUT', '/api/submissions/p7'],
  ['DELETE', '/api/submissions/p7'],
] as const

/** The same requests, valid but for what the headers lack. */
const askAll = async (
  service: TestService,
  headers: Record<string, string>,
  query = '',
): Promise<[string, Response][]> => {
  const responses: [string, Response][] = []
  for (const [method, path] of guarded) {
    const address = `${service.url}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`
    const body = method === 'POST' || method === 'PUT' ? { body: JSON.stringify(leastPaper({ id: 'p7' })) } : {}
    const all = { 'content-type': 'application/json', ...headers }
    responses.push([`${method} ${path}`, await fetch(address, { method, headers: all, ...body })])
  }
  return responses
}

test('without a key every guarded route is 401 and says where the key belongs', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p7' }))
  const before = await stateSnapshot(service, key)
  for (const headers of [{}, { 'x-api-key': '' }] as Record<string, string>[])
    for (const [, response] of await askAll(service, headers)) {
      assert.match(response.headers.get('www-authenticate') ?? '', /X-API-Key/u)
      const { code, sentence } = await assertFailure(response, 'corpus', 401)
      assert.equal(code, 'key_missing')
      assert.match(sentence, /X-API-Key/u)
    }
  for (const id of ['p7', 'p8']) {
    const head = await fetch(`${service.url}/api/submissions/${id}`, { method: 'HEAD' })
    assert.equal(head.status, 401, id)
    assert.match(head.headers.get('www-authenticate') ?? '', /X-API-Key/u)
  }
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('an unknown key is 401', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const before = await stateSnapshot(service, key)
  const wrong = [
    'nonsense',
    key.slice(0, -1),
    `${key}0`,
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    key.toUpperCase(),
    key.replace('lv_live_', 'lv_test_'),
    key.replace('lv_live_', ''),
    `"${key}"`,
    `Bearer ${key}`,
    `${key}, ${key}`,
    formatApiKey('a'.repeat(32)),
    "' OR 1=1 --",
    'x'.repeat(8_000),
    'null',
  ]
  for (const sentKey of wrong)
    for (const [route, response] of await askAll(service, { 'x-api-key': sentKey })) {
      const { code, sentence } = await assertFailure(response, 'corpus', 401)
      assert.equal(code, 'key_invalid', route)
      assert.ok(!sentence.includes(sentKey), 'the key is not repeated')
    }
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('a key in the query, in a cookie or as a bearer token is not accepted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const before = await stateSnapshot(service, key)
  for (const query of [`api_key=${key}`, `apiKey=${key}`, `x-api-key=${key}`, `X-API-Key=${key}`, `key=${key}`])
    for (const [, response] of await askAll(service, {}, query))
      assert.equal((await assertFailure(response, 'corpus', 401)).code, 'key_missing')
  for (const [name, value] of [
    ['authorization', `Bearer ${key}`],
    ['cookie', `x-api-key=${key}`],
    ['api-key', key],
  ] as const)
    for (const [, response] of await askAll(service, { [name]: value }))
      assert.equal((await assertFailure(response, 'corpus', 401)).code, 'key_missing')
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('two X-API-Key headers are 401, even when both are valid', async (t) => {
  const service = await startTestService(t)
  const [one, two] = [await service.key(), await service.key()]
  const before = await stateSnapshot(service, one)
  for (const keys of [
    [one, two],
    [one, one],
    [one, 'wrong'],
    ['', one],
    [one, ''],
  ]) {
    const reply = await rawRequest(`${service.url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keys },
      chunks: [JSON.stringify(leastPaper())],
    })
    assert.equal(reply.status, 401, JSON.stringify(keys))
    assert.equal((JSON.parse(reply.body) as { success: boolean }).success, false)
  }
  assert.deepEqual(await stateSnapshot(service, one), before)
})

test('a revoked key is 401 from that moment on', async (t) => {
  const service = await startTestService(t)
  const { key, record } = await service.run(createKey, {
    label: 'short',
    scopes: ['submit'],
    expiresAt: null,
    actor: 'test',
  })
  await submit(service, key, leastPaper({ id: 'p1' }))
  await service.run(revokeKey, { id: record.id, actor: 'test' })
  const before = await stateSnapshot(service, key)
  for (const [, response] of await askAll(service, { 'x-api-key': key }))
    assert.equal((await assertFailure(response, 'corpus', 401)).code, 'key_invalid')
  const replay = await service.send('POST', '/api/papers', leastPaper({ id: 'p1' }), { 'x-api-key': key })
  assert.equal(replay.status, 401)
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('a key is valid until the moment it expires', async (t) => {
  const service = await startTestService(t)
  const expiresAt = new Date(service.clock.now().getTime() + 60_000).toISOString()
  const { key } = await service.run(createKey, { label: 'short', scopes: ['submit'], expiresAt, actor: 'test' })
  const ask = () => service.get('/api/submissions', { 'x-api-key': key })
  service.clock.advance(59.999)
  assert.equal((await ask()).status, 200)
  service.clock.advance(0.001)
  assert.equal((await assertFailure(await ask(), 'corpus', 401)).code, 'key_invalid')
})

test('a key without the scope submit is 403 and names the scopes it has', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('review', 'ingest')
  const before = await stateSnapshot(service, key)
  for (const [, response] of await askAll(service, { 'x-api-key': key })) {
    const { code, sentence } = await assertFailure(response, 'corpus', 403)
    assert.equal(code, 'scope_missing')
    assert.match(sentence, /submit.*review, ingest/u)
  }
  assert.deepEqual(await stateSnapshot(service, key), before)
  assert.equal(
    (await service.get('/api/submissions', { 'x-api-key': await service.key('ingest', 'submit') })).status,
    200,
  )
})

test('the key is checked before the body', async (t) => {
  const service = await startTestService(t)
  for (const [body, headers] of [
    ['{', {}],
    ['x'.repeat(2_000_000), {}],
    ['x', { 'content-type': 'text/plain' }],
  ] as const)
    await assertFailure(await service.send('POST', '/api/papers', body, headers), 'corpus', 401)
})

test('no key, right or wrong, is written to the log', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper())
  await service.get('/api/submissions', { 'x-api-key': `${key}0` })
  await service.get(`/api/submissions?api_key=${key}`)
  assert.ok(service.logged.length >= 3)
  assert.ok(!JSON.stringify(service.logged).includes(key.slice(8, 30)))
})
