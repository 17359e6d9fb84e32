import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const MEBIBYTE = 1_024 * 1_024

const bytesRead = (service: TestService): number => {
  let sum = 0
  for (const { socket } of service.connections.all()) sum += socket.bytesRead
  return sum
}

test('a large import without a key is refused before it is read, and its sender gets the reason', async (t) => {
  const service = await startTestService(t)
  const answer = await fetch(`${service.url}/api/editorial/imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: new Uint8Array(9 * MEBIBYTE),
  })
  assert.deepEqual([answer.status, answer.headers.get('connection')], [401, 'close'])
  assert.match(await answer.text(), /"code":"key_missing"/u)
  // What its client has given up would be waited for.
  for (const { socket } of service.connections.all()) socket.destroy()
})

test('a client that sends Expect: 100-continue is asked to go on only when its body is wanted', async (t) => {
  const service = await startTestService(t)
  const { hostname, port } = new URL(service.url)
  const key = await service.key('submit')
  const body = JSON.stringify(leastPaper())
  const firstOf = async (headers: string): Promise<{ first: string; rest: () => Promise<string> }> => {
    const socket = connect(Number(port), hostname)
    t.after(() => socket.destroy())
    const head = [`Host: ${hostname}`, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
    socket.write(`POST /api/papers HTTP/1.1\r\n${head.join('\r\n')}\r\n${headers}Expect: 100-continue\r\n\r\n`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    return {
      first: String(first),
      rest: async () => {
        socket.write(body)
        return String(((await once(socket, 'data')) as [Buffer])[0])
      },
    }
  }
  assert.match((await firstOf('')).first, /^HTTP\/1\.1 401 /u)
  const wanted = await firstOf(`X-API-Key: ${key}\r\n`)
  assert.equal(wanted.first, 'HTTP/1.1 100 Continue\r\n\r\n')
  assert.match(await wanted.rest(), /^HTTP\/1\.1 201 /u)
})

const answerOf = async (
  sent: ClientRequest,
): Promise<{ status: number | undefined; retryAfter: string | undefined }> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] }
}

test('a client has 24 MiB of bodies in work, and the next one is refused until there is room', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('submit')
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const begin = (): ClientRequest => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': MEBIBYTE }
    const sent = request(`${service.url}/api/papers`, { method: 'POST', agent, headers })
    sent.on('error', () => {})
    return sent
  }
  const almost = Buffer.alloc(MEBIBYTE - 1, ' ')
  const waiting = Array.from({ length: 24 }, begin)
  for (const sent of waiting) sent.write(almost)
  while (bytesRead(service) < 24 * almost.byteLength) await pause(1)
  const refused = begin()
  refused.end(Buffer.alloc(MEBIBYTE, ' '))
  assert.deepEqual(await answerOf(refused), { status: 503, retryAfter: '5' })
  const [first] = waiting
  assert.ok(first)
  first.end(' ')
  assert.equal((await answerOf(first)).status, 400)
  const next = begin()
  next.end(Buffer.alloc(MEBIBYTE, ' '))
  assert.equal((await answerOf(next)).status, 400)
  // The service would wait for those that are still sending.
  for (const sent of waiting) sent.destroy()
  agent.destroy()
})
