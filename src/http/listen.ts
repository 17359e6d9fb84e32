import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#core/failure.ts'
import { REPLACEMENT_TIMEOUT_MS, SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS, type Lifecycle } from './lifecycle.ts'
import { MAX_CONNECTIONS, MAX_OVERFLOW_CONNECTIONS, type ConnectionTable } from '#http/limits/connections.ts'
import { lingeringResponse } from './limits/lingering-response.ts'
import { LONGEST_REQUEST_MS, readDeadline, type ReadDeadline, writeDeadline } from '#http/limits/deadlines.ts'
import { refuseMalformed } from '#http/limits/malformed-requests.ts'
import { beginResponse } from '#http/limits/requests-in-flight.ts'
import { isSlowBodyAllowed } from '#http/routing/route.ts'

export type RunningServer = { url: string; stop(mode: StopMode): Promise<void> }

type ListenOptions = {
  host: string
  port: number
  trustedProxies: readonly string[]
  connections: ConnectionTable
  /** How long connections are still accepted after the signal to stop. */
  shutdownDelayMs?: number
}

const HEADERS_TIMEOUT_MS = 10_000
const MAX_REQUESTS_PER_SOCKET = 1_000
/** Length of the accept queue. Beyond it, clients retry after a second or more. */
const BACKLOG = 4_096
const CHECK_EVERY_MS = 1_000
const IDLE_MARGIN_MS = 1_000
const POLL_MS = 20

/** Limits against slow, silent and endless clients. Behind a proxy, idle connections outlive the proxy's own timeout. */
const harden = (server: Server, behindProxy: boolean): void => {
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = LONGEST_REQUEST_MS
  server.keepAliveTimeout = behindProxy ? 65_000 : 5_000
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  // Reached only while connections beyond the limit are being closed.
  server.maxConnections = MAX_CONNECTIONS + 2 * MAX_OVERFLOW_CONNECTIONS
}

/** Passes on a request unless its connection pipelines too many. */
const guard = (answer: RequestListener, connections: ConnectionTable, deadline: ReadDeadline): RequestListener => {
  return (request, response) => {
    deadline.watch(request)
    const connection = connections.of(request.socket)
    if (connection === undefined) answer(request, response)
    else if (!beginResponse(connection, response)) return
    else if (!connection.isOverflow && connection.nextResponse === null) answer(request, response)
    // By the next iteration it may have turned out to pipeline far too much, and get no answer.
    else setImmediate(() => (request.socket.destroyed ? undefined : answer(request, response)))
  }
}

const requestTimeout = (): Error =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const watchConnections = (server: Server, connections: ConnectionTable, deadline: ReadDeadline): void => {
  server.on('connection', (socket) => connections.add(socket))
  // Without TLS every connection is a socket of the net module.
  server.on('clientError', refuseMalformed(connections) as (error: Error, socket: Duplex) => void)
  const check = writeDeadline(() => connections.all())
  const timer = setInterval(() => {
    const now = performance.now()
    check(now)
    deadline.check(now)
  }, CHECK_EVERY_MS)
  server.once('close', () => clearInterval(timer))
}

const startupFailure = (error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error => {
  if (error.code === 'EADDRINUSE')
    return new Failure(
      'unavailable',
      `Port ${port} on ${host} is in use: stop the other program, or set PORT to another number (0 picks a free one).`,
    )
  if (error.code === 'EACCES')
    return new Failure('unavailable', `This user may not listen on port ${port}: set PORT to 1024 or more.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Failure('unavailable', `HOST ${host} is not an address on this machine.`)
  return error
}

const openConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0))
  })

/**
 * Waits in short steps, and lets sockets be read before it returns: a process that was starved of CPU time would otherwise
 * stop before it sees the requests that are waiting for it.
 */
const pauseReading = async (ms: number): Promise<void> => {
  for (let waited = 0; waited < ms; waited += POLL_MS) await pause(POLL_MS)
  await nextTurn()
}

/** Idle connections close by themselves within the keep-alive time; closing them here could lose a request on its way. */
const untilIdle = async (server: Server): Promise<void> => {
  const deadline = performance.now() + server.keepAliveTimeout + IDLE_MARGIN_MS
  while (performance.now() < deadline && (await openConnections(server)) > 0) await pause(POLL_MS)
}

/**
 * `soon`: for a moment new connections are accepted and learn that this process is about to stop, then idle ones are closed.
 * `when idle`: another process already takes the new connections; the open ones end in their own time.
 * `replaced`: the same with a longer timeout, because the service goes on and nobody waits for this process to end.
 */
export type StopMode = 'soon' | 'when idle' | 'replaced'

/**
 * Node closes idle connections together with a server, and a cluster closes the servers of a worker that it disconnects;
 * a request on its way at that moment would be lost. This disables that and returns the function that closes them.
 */
const keepIdleConnections = (server: Server): (() => void) => {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {}
  return closeIdle
}

type Stopping = { server: Server; lifecycle: Lifecycle; closeIdle: () => void; stillListeningMs: number }

/**
 * Stops without failing a request: first readiness fails, then no new connections are accepted, then the open ones get
 * their last answers. If clients were asked to close while new connections are still accepted, one might reconnect at the
 * moment we stop listening.
 */
const stop = async ({ server, lifecycle, closeIdle, stillListeningMs }: Stopping, mode: StopMode): Promise<void> => {
  lifecycle.stopAccepting()
  if (mode === 'soon') await pauseReading(stillListeningMs)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  lifecycle.drain()
  if (mode !== 'soon') await untilIdle(server)
  const timeoutMs = mode === 'replaced' ? REPLACEMENT_TIMEOUT_MS : SHUTDOWN_TIMEOUT_MS
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await pauseReading(stillListeningMs)
  closeIdle()
  await closed
  clearTimeout(timer)
  server.closeAllConnections()
}

/** Serves over HTTP; resolves once the server is listening. */
export const listen = async (
  answer: RequestListener,
  where: ListenOptions,
  lifecycle: Lifecycle,
): Promise<RunningServer> => {
  const refuse = refuseMalformed(where.connections)
  const deadline = readDeadline({
    isSlowAllowed: isSlowBodyAllowed,
    end: ({ socket }) => refuse(requestTimeout(), socket),
  })
  const guarded = guard(answer, where.connections, deadline)
  const options = {
    connectionsCheckingInterval: 1_000,
    ServerResponse: lingeringResponse(),
    optimizeEmptyRequests: true,
  }
  const server = createServer(options, guarded)
  // By default Node answers every `Expect: 100-continue` before we know whether the body is wanted.
  server.on('checkContinue', guarded)
  harden(server, where.trustedProxies.length > 0)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startupFailure(error, where)))
    server.listen({ port: where.port, host: where.host, backlog: BACKLOG }, resolve)
  })
  watchConnections(server, where.connections, deadline)
  const stillListeningMs = where.shutdownDelayMs ?? SHUTDOWN_DELAY_MS
  const stopping = { server, lifecycle, closeIdle: keepIdleConnections(server), stillListeningMs }
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${host}:${port}`,
    stop: (mode) => stop(stopping, mode),
  }
}
