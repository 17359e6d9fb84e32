import type { Server } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { Failure } from '#core/failure.ts'
import type { Lifecycle } from './kit/lifecycle.ts'

export type Listening = { url: string; stop(): Promise<void> }

type Where = {
  host: string
  port: number
  trustedProxies: readonly string[]
  /** How long connections are still taken after the process was asked to stop. */
  stillListeningMs?: number
}

const HEADERS_WITHIN_MS = 10_000
const REQUEST_WITHIN_MS = 30_000
const CONNECTIONS = 2_000
const REQUESTS_PER_CONNECTION = 1_000
/** While readiness says no, new connections are taken for a moment, and then requests on idle ones for another. */
const STILL_LISTENING_MS = 300
const FINISH_WITHIN_MS = 9_000

/** Time limits and caps against slow, mute and endless clients. Behind a proxy, idle connections live longer than its own. */
const harden = (server: Server, behindProxy: boolean): void => {
  server.headersTimeout = HEADERS_WITHIN_MS
  server.requestTimeout = REQUEST_WITHIN_MS
  server.keepAliveTimeout = behindProxy ? 65_000 : 5_000
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  server.maxConnections = CONNECTIONS
}

const startupFailure = (error: NodeJS.ErrnoException, { host, port }: Where): Error => {
  if (error.code === 'EADDRINUSE')
    return new Failure(
      'unavailable',
      `Port ${port} of ${host} is in use: stop the other program, or set PORT to another number (0 picks a free one).`,
    )
  if (error.code === 'EACCES')
    return new Failure('unavailable', `This user may not listen on port ${port}: set PORT to 1024 or more.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Failure('unavailable', `HOST ${host} is no address of this machine.`)
  return error
}

/**
 * Stops without failing a request: readiness turns first, then no new connections are taken, then those there are get
 * their last answers. In this order, because a client that is told to close its connection while new ones are taken
 * comes back and may be caught between its connecting and our closing. For the same reason the listening socket is
 * closed as a plain server's: that of HTTP drops connections whose request is on its way.
 */
const stop = async (server: Server, life: Lifecycle, stillListeningMs: number): Promise<void> => {
  life.leave()
  await pause(stillListeningMs)
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  life.drain()
  const timer = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
  await pause(stillListeningMs)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
}

/** Serves an app over HTTP; resolves once it answers. */
export const listen = async (app: Hono, where: Where, life: Lifecycle): Promise<Listening> => {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { connectionsCheckingInterval: 1_000 },
  }) as Server
  harden(server, where.trustedProxies.length > 0)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startupFailure(error, where)))
    server.listen(where.port, where.host, resolve)
  })
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${host}:${port}`, stop: () => stop(server, life, where.stillListeningMs ?? STILL_LISTENING_MS) }
}
