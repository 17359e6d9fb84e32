import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetKeys, cachedResponse, type CachedResponse, responseCache } from './response-cache.ts'
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { JSON_TYPE } from '#http/routing/reply.ts'

test('the latest targets are cached, up to the limit', () => {
  const keys = targetKeys()
  for (let number = 0; number < 10_000; number += 1) keys.remember(`/list?${number}`, 'list')
  const known = Array.from({ length: 10_000 }, (_, number) => keys.find(`/list?${number}`)).filter(
    (key) => key !== undefined,
  )
  assert.equal(known.length, 2_000)
  assert.equal(keys.find('/list?9999'), 'list')
  assert.equal(keys.find('/list?0'), undefined)
})

test('a very long target is not cached', () => {
  const keys = targetKeys()
  const target = `/list?${'x'.repeat(1_000)}`
  keys.remember(target, 'list')
  assert.equal(keys.find(target), undefined)
})

const answerOf = (text: string) => cachedResponse({ status: 200, body: text, type: JSON_TYPE, headers: {} }, '"tag"')

test('small and large bodies come in every encoding, with the right length', async () => {
  const repeated = [1_024, 20_000, 128 * 1_024, 400_000].map((length) => 'Ångström planning '.repeat(length / 10))
  // As large when compressed as it is.
  const random = randomBytes(30_000).toString('base64')
  for (const text of [...repeated, random]) {
    const ready = answerOf(text)
    const [br, gzip, plain] = [await ready.encode('br'), await ready.encode('gzip'), await ready.encode('identity')]
    assert.equal(brotliDecompressSync(br.body).toString(), text)
    assert.equal(gunzipSync(gzip.body).toString(), text)
    assert.equal(plain.body.toString(), text)
    for (const { body, headers } of [br, gzip, plain])
      assert.equal(headers[headers.indexOf('Content-Length') + 1], String(body.byteLength))
    assert.equal(ready.byteLength(), br.body.byteLength + gzip.body.byteLength + plain.body.byteLength)
    for (const { body } of [br, gzip, plain]) assert.equal(body.buffer.byteLength, body.byteLength)
  }
})

test('only the requested encoding is kept, and the others are made from it', async () => {
  const text = 'Ångström planning '.repeat(3_000)
  for (const first of ['br', 'gzip', 'identity'] as const) {
    const ready = answerOf(text)
    assert.equal(ready.get(first), undefined)
    const { body } = await ready.encode(first)
    assert.equal(ready.byteLength(), body.byteLength)
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { body: later } = await ready.encode(encoding)
      const plain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (same: Buffer) => same }[encoding](later)
      assert.equal(plain.toString(), text)
      assert.deepEqual(ready.get(encoding)?.body, later)
    }
  }
  const small = answerOf('small')
  assert.equal((await small.encode('br')).headers.includes('Content-Encoding'), false)
  assert.equal(small.get('gzip')?.body.toString(), 'small')
})

test('bodies that are compressed at the same time do not mix', async () => {
  for (const length of [3_000, 30_000]) {
    const texts = Array.from({ length: 5 }, (_, number) => `planning ${number} `.repeat(length))
    const ready = texts.map(answerOf)
    const made = await Promise.all(
      ready.flatMap((one) => [one.encode('br'), one.encode('gzip'), one.encode('identity')]),
    )
    for (const [index, { body }] of made.entries()) {
      const plain = [brotliDecompressSync, gunzipSync, (same: Buffer) => same][index % 3]?.(body)
      assert.equal(plain?.toString(), texts[Math.floor(index / 3)])
    }
  }
})

test('a cached response keeps its bytes and not the text they were made from', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const size = 100_000
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: 200 }, (_, number) => answerOf(JSON.stringify('x'.repeat(size) + number)))
  for (const ready of kept) await ready.encode('identity')
  collect()
  const grown = process.memoryUsage().heapUsed - before
  assert.ok(
    kept.every((ready) => ready.byteLength() > size),
    'the bytes are there',
  )
  assert.ok(grown < (kept.length * size) / 10, `the heap grew by ${grown} bytes`)
})

const answer = (body: string, status = 200): CachedResponse =>
  cachedResponse({ status, body, type: 'text/plain', headers: {} }, '"tag"')

const cacheAt = (revision: { value: number }, maxBytes = 1_000_000) =>
  responseCache({ revision: () => revision.value, maxBytes })

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a response is built once for a burst, and again for a new revision', async () => {
  const revision = { value: 1 }
  const cache = cacheAt(revision)
  let built = 0
  const build = async (): Promise<CachedResponse> => {
    built += 1
    await nextTurn()
    return answer(`revision ${revision.value}`)
  }
  const burst = await Promise.all(Array.from({ length: 50 }, () => cache.load('/a', 'identity', build)))
  assert.equal(built, 1)
  assert.ok(burst.every(({ body }) => body.toString() === 'revision 1'))
  assert.equal(cache.peek('/a', 'identity')?.body.toString(), 'revision 1')
  revision.value = 2
  await nextTurn()
  assert.equal(cache.peek('/a', 'identity'), undefined)
  assert.equal((await cache.load('/a', 'identity', build)).body.toString(), 'revision 2')
  assert.equal(built, 2)
})

test('a change while a response is built leads to a new one', async () => {
  const revision = { value: 1 }
  const cache = cacheAt(revision)
  const seen: number[] = []
  const { body } = await cache.load('/a', 'identity', async (at) => {
    seen.push(at)
    if (seen.length === 1) revision.value = 2
    return answer(`built at ${at}`)
  })
  assert.deepEqual(seen, [1, 2])
  assert.equal(body.toString(), 'built at 2')
})

test('a failed build rejects all waiting requests, and is not stored', async () => {
  const cache = cacheAt({ value: 1 })
  await assert.rejects(cache.load('/a', 'identity', () => Promise.reject(new Error('no'))))
  assert.equal((await cache.load('/a', 'identity', async () => answer('yes'))).body.toString(), 'yes')
})

test('only responses with status 200 are kept', async () => {
  const cache = cacheAt({ value: 1 })
  await cache.load('/a', 'identity', async () => answer('not here', 404))
  assert.equal(cache.peek('/a', 'identity'), undefined)
})

test('a new response is stored, however often the others are requested', async () => {
  const cache = cacheAt({ value: 1 }, 12_000)
  const keys = Array.from({ length: 6 }, (_, number) => `/${number}`)
  for (const key of keys) {
    await cache.load(key, 'identity', async () => answer('x'.repeat(400)))
    for (const known of keys) cache.peek(known, 'identity')
  }
  await cache.load('/new', 'identity', async () => answer('x'.repeat(400)))
  assert.deepEqual(
    ['/new', ...keys].filter((key) => cache.peek(key, 'identity') !== undefined),
    ['/new', ...keys.slice(1)],
  )
})

test('many distinct requests stay within the limit of bytes, and responses that are requested again stay longest', async () => {
  const maxBytes = 200_000
  const cache = cacheAt({ value: 1 }, maxBytes)
  await cache.load('/kept', 'identity', async () => answer('kept'))
  for (let number = 0; number < 5_000; number += 1) {
    await cache.load(`/search?q=${number}`, 'gzip', async () => answer(`${number} `.repeat(800)))
    cache.peek('/kept', 'identity')
    assert.ok(cache.byteLength() <= maxBytes, `${cache.byteLength()} after ${number}`)
  }
  assert.equal(cache.peek('/kept', 'identity')?.body.toString(), 'kept')
  assert.equal(cache.peek('/search?q=1', 'gzip'), undefined)
})

test('a response too large for the cache, or with a very long address, is sent and not kept', async () => {
  const cache = cacheAt({ value: 1 }, 10_000)
  await cache.load('/large', 'identity', async () => answer('x'.repeat(9_000)))
  await cache.load(`/${'y'.repeat(2_000)}`, 'identity', async () => answer('small'))
  assert.equal(cache.byteLength(), 0)
})

test('each encoding is made at its first request, has an ETag of its own, and decodes to the same bytes', async () => {
  const cache = cacheAt({ value: 1 })
  const text = 'long horizons '.repeat(500)
  const build = async (): Promise<CachedResponse> => answer(text)
  const plain = await cache.load('/a', 'identity', build)
  const before = cache.byteLength()
  assert.equal(cache.peek('/a', 'gzip'), undefined)
  const zipped = await cache.load('/a', 'gzip', build)
  const brotli = await cache.load('/a', 'br', build)
  assert.ok(cache.byteLength() > before)
  assert.equal(plain.body.toString(), text)
  assert.equal(gunzipSync(zipped.body).toString(), text)
  assert.equal(brotliDecompressSync(brotli.body).toString(), text)
  assert.equal(new Set([plain.etag, zipped.etag, brotli.etag]).size, 3)
  assert.ok(zipped.headers.join(' ').includes('Content-Encoding gzip'))
})
