import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseByteRange, rangedReply, type RangedContent } from './byte-range.ts'
import { Hono } from 'hono'

test('one range of bytes is understood: from an offset, up to an offset, or a number of last bytes', () => {
  assert.deepEqual(parseByteRange('bytes=0-0', 10), { first: 0, last: 0 })
  assert.deepEqual(parseByteRange('bytes=2-5', 10), { first: 2, last: 5 })
  assert.deepEqual(parseByteRange('Bytes= 2-', 10), { first: 2, last: 9 })
  assert.deepEqual(parseByteRange('bytes=2-99', 10), { first: 2, last: 9 })
  assert.deepEqual(parseByteRange('bytes=-3', 10), { first: 7, last: 9 })
  assert.deepEqual(parseByteRange('bytes=-30', 10), { first: 0, last: 9 })
})

test('a range after the end is unsatisfiable', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999-'])
    assert.equal(parseByteRange(header, 10), 'unsatisfiable', header)
  assert.equal(parseByteRange('bytes=0-', 0), 'unsatisfiable')
})

test('several ranges or a malformed header ask for everything', () => {
  for (const header of [
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,4-5',
    'items=0-1',
    'bytes=a-b',
  ])
    assert.equal(parseByteRange(header, 10), null, String(header))
})

const bytes = Buffer.from('0123456789')
const content: RangedContent = {
  size: bytes.length,
  etag: '"v1"',
  type: 'application/gzip',
  headers: { 'X-Own': 'yes' },
  read: async function* (first, last) {
    for (let at = first; at <= last; at += 1) yield bytes.subarray(at, at + 1)
  },
}

/** What a request with these headers gets: status, bytes, and the Content-Range. */
const ask = async (headers: Record<string, string>, method = 'GET', of = content) => {
  const app = new Hono()
  const given: Record<string, string>[] = []
  app.get('/', async (context) => {
    const { status, headers: sent, body, stream, skipsQueue: isOutOfTurn } = rangedReply(context, of)
    given.push(sent)
    assert.equal(stream === undefined, isOutOfTurn === undefined)
    const pieces = stream === undefined ? [Buffer.from(body)] : await Array.fromAsync(stream)
    return new Response(Buffer.concat(pieces as Buffer[]), { status })
  })
  const response = await app.request('/', { method, headers })
  const sent = given[0] ?? {}
  return {
    status: response.status,
    body: await response.text(),
    part: sent['Content-Range'],
    length: sent['Content-Length'],
    sent,
  }
}

test('a range is answered with that part, and no range with everything', async () => {
  const { sent, ...all } = await ask({})
  assert.deepEqual(all, { status: 200, body: '0123456789', part: undefined, length: '10' })
  assert.deepEqual([sent.ETag, sent['Accept-Ranges'], sent['X-Own']], ['"v1"', 'bytes', 'yes'])
  const { sent: _sent, ...part } = await ask({ Range: 'bytes=3-5' })
  assert.deepEqual(part, { status: 206, body: '345', part: 'bytes 3-5/10', length: '3' })
})

test('a client that has a part of other content gets everything', async () => {
  assert.equal((await ask({ Range: 'bytes=3-', 'If-Range': '"v1"' })).status, 206)
  for (const ifRange of ['"v0"', 'W/"v1"', 'Sun, 22 Nov 2026 10:00:00 GMT'])
    assert.equal((await ask({ Range: 'bytes=3-', 'If-Range': ifRange })).body, '0123456789', ifRange)
})

test('a client that has the content is not sent a part of it, and HEAD describes all of it', async () => {
  assert.equal((await ask({ Range: 'bytes=3-', 'If-None-Match': '"v1"' })).status, 200)
  assert.equal((await ask({ Range: 'bytes=3-', 'If-None-Match': '"v0"' })).status, 206)
  const { status, length, part, body } = await ask({ Range: 'bytes=3-' }, 'HEAD')
  assert.deepEqual({ status, length, part, body }, { status: 200, length: '10', part: undefined, body: '' })
})

test('a range after the end is refused with the size, and empty content is sent whole', async () => {
  const { status, part, sent } = await ask({ Range: 'bytes=10-' })
  assert.deepEqual([status, part, sent['Cache-Control']], [416, 'bytes */10', 'no-store'])
  const empty = await ask({}, 'GET', { ...content, size: 0 })
  assert.deepEqual([empty.status, empty.length, empty.body], [200, '0', ''])
})
