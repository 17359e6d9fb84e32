import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { JSON_TYPE } from '#http/routing/reply.ts'
import { cachedResponse } from './cached-response.ts'

const answerOf = (text: string) => cachedResponse({ status: 200, body: text, type: JSON_TYPE, headers: {} }, '"tag"')

test('small and large bodies come in every encoding, each as large as it says', async () => {
  const repeated = [1_024, 20_000, 128 * 1_024, 400_000].map((length) => 'Ångström planning '.repeat(length / 10))
  // As large when compressed as what is kept as bytes.
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
    for (const { ready: kept } of [br, gzip, plain])
      if (typeof kept.body !== 'string') assert.equal(kept.body.buffer.byteLength, kept.body.byteLength)
    assert.equal(typeof br.ready.body === 'string', text !== random)
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
