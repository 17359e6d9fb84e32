import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { lingeringResponse } from './lingering-response.ts'

const MEBIBYTE = 1_024 * 1_024
/** What Node reads before it is paused, and what a connection holds besides a body. */
const READ_AHEAD = 256 * 1_024

const refuse: RequestListener = (_request, response) => {
  setImmediate(() => response.writeHead(429, { 'Content-Length': 3 }).end('no\n'))
}

const echo: RequestListener = (asked, response) => {
  void text(asked).then((body) => response.end(`${body.length}`))
}

type Ending = { after(end: () => void): void }

/** A server that refuses everything unread, and the sockets of its connections. */
const refusing = async (t: Ending, mayDrain: (bytes: number) => boolean, answer = refuse, lingerMs = 60_000) => {
  const sockets: Socket[] = []
  const server = createServer({ ServerResponse: lingeringResponse({ mayDrain, lingerMs }) }, answer)
  server.on('connection', (socket) => sockets.push(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { sockets, port, url: `http://127.0.0.1:${port}/` }
}

type Received = { status: number | undefined; connection: string | undefined; body: string }

/** Sends a whole body, over a connection of the agent. */
const post = async (url: string, agent: Agent, bytes: number): Promise<Received> => {
  const sent = request(url, { method: 'POST', agent, headers: { 'content-length': bytes } })
  // The server ends what nobody waits for.
  sent.on('error', () => {})
  sent.end(Buffer.alloc(bytes))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode,
    connection: response.headers.connection,
    body: await text(response),
  }
}

test('of a large body that is refused no more is read than came before the answer', async (t) => {
  const { sockets, url } = await refusing(t, () => false)
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => fetch(url, { method: 'POST', body: new Uint8Array(8 * MEBIBYTE) })),
  )
  for (const answer of answers) assert.deepEqual([answer.status, await answer.text()], [429, 'no\n'])
  for (const { bytesRead } of sockets) assert.ok(bytesRead < READ_AHEAD, `${bytesRead} bytes`)
})

test('a client that goes on sending and never ends is left after a while', async (t) => {
  const { port, sockets } = await refusing(t, () => false, refuse, 20)
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  assert.match(String((await once(client, 'data'))[0]), /^HTTP\/1\.1 429 /u)
  if (!client.closed) await once(client, 'close')
  assert.equal(sockets[0]?.destroyed, true)
})

test('a small body is read to its end, and the connection goes on', async (t) => {
  const counted: number[] = []
  const { sockets, url } = await refusing(t, (bytes) => counted.push(bytes) > 0)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (let round = 0; round < 3; round += 1)
    assert.deepEqual(await post(url, agent, READ_AHEAD), { status: 429, connection: 'keep-alive', body: 'no\n' })
  assert.equal(sockets.length, 1)
  assert.deepEqual(counted, [READ_AHEAD, READ_AHEAD, READ_AHEAD])
})

test('where no more may be read past, a small body ends its connection, too', async (t) => {
  const { sockets, url } = await refusing(t, () => false)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (let round = 0; round < 2; round += 1)
    assert.deepEqual(await post(url, agent, READ_AHEAD), { status: 429, connection: 'close', body: 'no\n' })
  assert.equal(sockets.length, 2)
})

test('who sends everything before reading gets the answer, as far as the budget goes', async (t) => {
  let left = 3 * MEBIBYTE
  const { port, sockets } = await refusing(t, (bytes) => {
    if (bytes > left) return false
    left -= bytes
    return true
  })
  const client = connect(port, '127.0.0.1').pause()
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 * MEBIBYTE}\r\n\r\n`)
  // Written whole, or in part for ever.
  await new Promise((resolve) => client.write(Buffer.alloc(2 * MEBIBYTE), resolve))
  const answer = await text(client)
  assert.match(answer, /^HTTP\/1\.1 429 Too Many Requests\r\n/u)
  assert.match(answer, /\r\nConnection: close\r\n/u)
  assert.ok(answer.endsWith('\r\n\r\nno\n'), answer)
  assert.ok((sockets[0]?.bytesRead ?? 0) >= 2 * MEBIBYTE)
})

test('a body that was read, and none at all, leave the response as it is', async (t) => {
  const { sockets, url } = await refusing(t, () => assert.fail('nothing is read past'), echo)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (const bytes of [MEBIBYTE, 0, 1])
    assert.deepEqual(await post(url, agent, bytes), { status: 200, connection: 'keep-alive', body: `${bytes}` })
  assert.equal(sockets.length, 1)
})
