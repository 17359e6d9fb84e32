import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const MAX_CONNECTIONS = 64

/** Opens connections that ask for nothing, and waits until the server knows them. */
const occupy = async (t: { after(end: () => void): void }, service: TestService, count: number): Promise<Socket[]> => {
  const { hostname, port } = new URL(service.url)
  const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }))
  for (const socket of sockets) socket.on('error', () => {})
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // An answer on a connection opened later shows that the server knows the others.
  await fetch(`${service.url}/api/health`)
  return sockets
}

type Answer = { status: number; retryAfter: string | undefined; connection: string | undefined; body: string }

const askFrom = async (localAddress: string, url: string, agent: Agent | false = false): Promise<Answer> => {
  const [response] = (await once(get(url, { localAddress, agent }), 'response')) as [IncomingMessage]
  const { 'retry-after': retryAfter, connection } = response.headers
  return { status: response.statusCode ?? 0, retryAfter, connection, body: await text(response) }
}

const start = async (t: Parameters<typeof startTestService>[0], options = {}): Promise<TestService> => {
  const service = await startTestService(t, { maxConnectionsPerClient: MAX_CONNECTIONS, ...options })
  await service.accept(leastPaper())
  return service
}

test('a client with all its connections taken gets 503 in the form of the surface, others are answered', async (t) => {
  const service = await start(t)
  await occupy(t, service, MAX_CONNECTIONS)
  // Together: connections that ask for nothing are ended after a while, and leave their places.
  const surfaces = [
    ['/api/papers', /"success":false,"error":"There are too many connections/u],
    ['/api/v1/papers', /"status":503/u],
    ['/', /<html/u],
  ] as const
  const refusals = await Promise.all(surfaces.map(([path]) => askFrom('127.0.0.1', service.url + path)))
  for (const [index, [path, expected]] of surfaces.entries()) {
    const { status, retryAfter, connection, body } = refusals[index] ?? {}
    assert.deepEqual([status, retryAfter, connection], [503, '5', 'close'], path)
    assert.match(body ?? '', expected)
    assert.equal((await askFrom('127.0.0.2', service.url + path)).status, 200)
  }
})

test('health is answered to a client with all its connections taken, also while many more come', async (t) => {
  const service = await start(t)
  await occupy(t, service, 400)
  for (const path of ['/api/health', '/api/health/ready'])
    for (const address of ['127.0.0.1', '127.0.0.2'])
      assert.equal((await askFrom(address, service.url + path)).status, 200)
})

test('of any number of connections of a client, those with a place and the newest stay', async (t) => {
  const service = await start(t)
  const sockets = await occupy(t, service, 600)
  for (const socket of sockets.slice(MAX_CONNECTIONS, 300)) if (!socket.resume().closed) await once(socket, 'close')
  const open = [...service.connections.all()]
  assert.equal(open.filter(({ isOverflow: isGuest }) => !isGuest).length, MAX_CONNECTIONS)
  assert.ok(open.length <= MAX_CONNECTIONS + 129, `${open.length} connections`)
})

test('a connection that has become idle makes room for the next', async (t) => {
  const service = await start(t)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  t.after(() => agent.destroy())
  const paper = `${service.url}/api/papers/p1`
  await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => askFrom('127.0.0.1', paper, agent)))
  assert.equal((await askFrom('127.0.0.1', paper)).status, 200)
  assert.ok([...service.connections.ofClient('127.0.0.1')].length <= MAX_CONNECTIONS)
})

test('connections of a trusted proxy have no limit of their own', async (t) => {
  const service = await start(t, { trustedProxies: ['127.0.0.1'] })
  await occupy(t, service, MAX_CONNECTIONS + 20)
  assert.equal((await askFrom('127.0.0.1', `${service.url}/api/papers`)).status, 200)
})
