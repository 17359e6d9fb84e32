import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readDeadline, writeDeadline } from './deadlines.ts'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { queuedBytes, type Connection } from './connections.ts'

const KIB = 1_024

/** A request with a body that a client has sent in part. */
const requestOf = (headers: Record<string, string> = { 'content-length': '52428800' }) => {
  const socket = { bytesRead: 0 }
  const request = Object.assign(new PassThrough(), { headers, socket, complete: false })
  return { request: request as unknown as IncomingMessage & PassThrough, socket }
}

const watched = (isSlowAllowed: boolean, ...requests: IncomingMessage[]) => {
  const ended: IncomingMessage[] = []
  const deadline = readDeadline({ isSlowAllowed: () => isSlowAllowed, end: (request) => ended.push(request) })
  for (const request of requests) deadline.watch(request)
  return { ended, check: (seconds: number) => deadline.check(seconds * 1_000) }
}

test('a body has thirty seconds, at any pace', () => {
  const { request, socket } = requestOf()
  const { ended, check } = watched(false, request)
  for (let second = 0; second < 30; second += 1) {
    socket.bytesRead += 1_000 * KIB
    check(second)
  }
  assert.deepEqual(ended, [])
  check(30)
  assert.deepEqual(ended, [request])
})

test('one that may be slow goes on while it comes at a pace, and ends ten seconds after that', () => {
  const { request, socket } = requestOf()
  const { ended, check } = watched(true, request)
  for (let second = 0; second <= 600; second += 1) {
    socket.bytesRead += 16 * KIB
    check(second)
  }
  for (let second = 601; second < 610; second += 1) check(second)
  assert.deepEqual(ended, [])
  check(620)
  assert.deepEqual(ended, [request])
})

test('a client does not pay for our own slowness, nor for what it has sent whole', () => {
  const waiting = requestOf()
  waiting.request.write('not read yet')
  const whole = requestOf({ 'transfer-encoding': 'chunked' })
  const empty = requestOf({})
  const { ended, check } = watched(true, waiting.request, whole.request, empty.request)
  check(0)
  Object.assign(whole.request, { complete: true })
  for (let second = 1; second <= 100; second += 1) check(second)
  assert.deepEqual(ended, [])
})

/** A connection to which more was written than the operating system takes, and its other end, which does not read. */
const stuck = async (t: { after(end: () => void): void }): Promise<{ connection: Connection; reader: Socket }> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  t.after(() => {
    reader.destroy()
    socket.destroy()
    server.close()
  })
  socket.on('error', () => {})
  socket.write(Buffer.alloc(64 * 1_024 * 1_024))
  const connection = {
    socket,
    client: 'a',
    isOverflow: false,
    response: null,
    nextResponse: null,
    excess: 0,
    idleSince: null,
  }
  let queued = 0
  // The operating system takes more for a moment.
  while (queued !== queuedBytes(connection)) {
    queued = queuedBytes(connection)
    await pause(50)
  }
  assert.ok(queued > 0)
  return { connection, reader }
}

test('a connection whose client takes nothing for ten seconds is ended', async (t) => {
  const { connection } = await stuck(t)
  const check = writeDeadline(() => [connection])
  for (const seconds of [0, 1, 5, 9.9]) {
    check(seconds * 1_000)
    assert.equal(connection.socket.destroyed, false, `${seconds} s`)
  }
  check(10_000)
  assert.equal(connection.socket.destroyed, true)
})

test('a client that takes what it asked for has all the time it needs', async (t) => {
  const { connection, reader } = await stuck(t)
  const check = writeDeadline(() => [connection])
  for (let round = 0; round < 5; round += 1) {
    check(round * 9_000)
    const before = queuedBytes(connection)
    reader.resume()
    while (queuedBytes(connection) > before - 16 * 1_024) await pause(1)
    reader.pause()
  }
  check(45_000)
  assert.equal(connection.socket.destroyed, false)
})

test('a connection with nothing to send is left alone', async (t) => {
  const { connection, reader } = await stuck(t)
  reader.resume()
  while (queuedBytes(connection) > 0) await pause(1)
  const check = writeDeadline(() => [connection])
  check(0)
  check(60_000)
  assert.equal(connection.socket.destroyed, false)
})
