import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { rangedReply, type RangedContent } from './ranged-reply.ts'

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

/** What a request with these headers gets: status, bytes, and the header that tells the part. */
const ask = async (headers: Record<string, string>, method = 'GET', of = content) => {
  const app = new Hono()
  const given: Record<string, string>[] = []
  app.get('/', async (context) => {
    const { status, headers: sent, body, stream, isOutOfTurn } = rangedReply(context, of)
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

test('a range is answered with that part, and no range with all', async () => {
  const { sent, ...all } = await ask({})
  assert.deepEqual(all, { status: 200, body: '0123456789', part: undefined, length: '10' })
  assert.deepEqual([sent.ETag, sent['Accept-Ranges'], sent['X-Own']], ['"v1"', 'bytes', 'yes'])
  const { sent: _sent, ...part } = await ask({ Range: 'bytes=3-5' })
  assert.deepEqual(part, { status: 206, body: '345', part: 'bytes 3-5/10', length: '3' })
})

test('a part of other bytes than there are is not added to', async () => {
  assert.equal((await ask({ Range: 'bytes=3-', 'If-Range': '"v1"' })).status, 206)
  for (const ifRange of ['"v0"', 'W/"v1"', 'Sun, 22 Nov 2026 10:00:00 GMT'])
    assert.equal((await ask({ Range: 'bytes=3-', 'If-Range': ifRange })).body, '0123456789', ifRange)
})

test('who has the bytes is not sent a part of them, and HEAD tells of all', async () => {
  assert.equal((await ask({ Range: 'bytes=3-', 'If-None-Match': '"v1"' })).status, 200)
  assert.equal((await ask({ Range: 'bytes=3-', 'If-None-Match': '"v0"' })).status, 206)
  const { status, length, part, body } = await ask({ Range: 'bytes=3-' }, 'HEAD')
  assert.deepEqual({ status, length, part, body }, { status: 200, length: '10', part: undefined, body: '' })
})

test('what lies behind the end is refused with the size, and nothing at all is sent whole', async () => {
  const { status, part, sent } = await ask({ Range: 'bytes=10-' })
  assert.deepEqual([status, part, sent['Cache-Control']], [416, 'bytes */10', 'no-store'])
  const empty = await ask({}, 'GET', { ...content, size: 0 })
  assert.deepEqual([empty.status, empty.length, empty.body], [200, '0', ''])
})
