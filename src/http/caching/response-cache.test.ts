import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'node:test'
import { cachedResponse, type CachedResponse } from './cached-response.ts'
import { responseCache } from './response-cache.ts'

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

test('a failed build rejects for all who wait, and is not kept', async () => {
  const cache = cacheAt({ value: 1 })
  await assert.rejects(cache.load('/a', 'identity', () => Promise.reject(new Error('no'))))
  assert.equal((await cache.load('/a', 'identity', async () => answer('yes'))).body.toString(), 'yes')
})

test('only responses with status 200 are kept', async () => {
  const cache = cacheAt({ value: 1 })
  await cache.load('/a', 'identity', async () => answer('not here', 404))
  assert.equal(cache.peek('/a', 'identity'), undefined)
})

test('a response stays when it comes, however many others are requested again and again', async () => {
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
