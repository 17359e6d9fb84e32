import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestService } from '../../support/service/test-service.ts'

const answerTo = async (port: number, request: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

test('what is no request is told why, as plain text, and the connection ends', async (t) => {
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
