import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { queuedBytes, type Connection } from './connection.ts'
import { writeDeadline } from './write-deadline.ts'

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
    isGuest: false,
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
