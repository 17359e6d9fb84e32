import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepVariant } from './kept-variant.ts'
import { variantOf } from './variant.ts'

const headers = { 'Content-Type': 'application/octet-stream', ETag: '"tag"', Vary: 'Accept-Encoding' }

test('every byte of a small and of a large body is kept, once', () => {
  for (const times of [0, 1, 32, 33, 1_000]) {
    const body = Buffer.concat(
      Array.from({ length: times }, () => Buffer.from(Array.from({ length: 256 }, (_, at) => at))),
    )
    const kept = keepVariant(variantOf(200, body, headers))
    assert.equal(kept.byteLength, body.byteLength)
    assert.deepEqual(kept.body, body)
    assert.equal(typeof kept.ready.body, times <= 32 ? 'string' : 'object')
    if (typeof kept.ready.body === 'string') assert.deepEqual(Buffer.from(kept.ready.body, 'latin1'), body)
    else assert.equal(kept.ready.body, body)
  }
})

test('what is ready has a place for the id of a request, and the variant has none', () => {
  const variant = variantOf(200, Buffer.from('content'), headers)
  const { status, etag, headers: whole, notModifiedHeaders, ready } = keepVariant(variant)
  ready.headers[ready.headers.length - 1] = 'one'
  ready.notModifiedHeaders[ready.notModifiedHeaders.length - 1] = 'two'
  assert.deepEqual(
    { status, etag, headers: whole, notModifiedHeaders },
    { status: 200, etag: '"tag"', headers: variant.headers, notModifiedHeaders: variant.notModifiedHeaders },
  )
  assert.deepEqual(ready.headers, [...variant.headers, 'X-Request-Id', 'one'])
  assert.deepEqual(ready.notModifiedHeaders, [...variant.notModifiedHeaders, 'X-Request-Id', 'two'])
})
