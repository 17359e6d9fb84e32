import type { Context, MiddlewareHandler } from 'hono'
import type { IncomingMessage } from 'node:http'
import { Failure } from '#core/failure.ts'
import { refuseForeignHost, refuseSeveralHosts } from '#http/auth/host-check.ts'
import type { OwnHosts } from '#http/auth/own-hosts.ts'
import type { ConnectionTable } from '#http/limits/connection-table.ts'
import { requestsInFlight } from '#http/limits/requests-in-flight.ts'
import { responseBudget } from '#http/limits/response-budget.ts'
import { fairTurns } from '#http/limits/turns.ts'

type Ports = {
  connections: ConnectionTable
  /** Who sent a request: an address or network, also behind a proxy. */
  clientOf: (context: Context) => string
  maxConnectionsPerClient: number
  hosts: OwnHosts
}

const socketOf = (context: Context) =>
  (context.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket ?? null

const isHealthPath = (path: string): boolean => path === '/api/health' || path === '/api/health/ready'

/**
 * Lets a request through to its route. Health is always let through; a request on a connection that found no room waits a
 * moment for some, and a client has at most so many requests in work. `present` answers those that are refused.
 */
export const admitRequests = (
  { connections, clientOf, maxConnectionsPerClient, hosts }: Ports,
  present: (failure: Failure, context: Context) => Response,
): MiddlewareHandler => {
  const inFlight = requestsInFlight(maxConnectionsPerClient)
  const takeSeat = async (context: Context): Promise<void> => {
    const socket = socketOf(context)
    const connection = socket === null ? undefined : connections.of(socket)
    if (connection?.isGuest !== true || (await connections.seat(connection))) return
    throw new Failure('unavailable', 'There are too many connections; try again soon, over fewer.')
  }
  return async (context, next) => {
    try {
      refuseSeveralHosts(context, hosts)
      if (isHealthPath(context.req.path)) return await next()
      refuseForeignHost(context, hosts)
      await takeSeat(context)
      return await inFlight(clientOf(context), next)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const response = present(error, context)
      if (error.code === 'unavailable') response.headers.set('Connection', 'close')
      return response
    }
  }
}

/** Runs the work on a response when its client has a turn, if its earlier responses are taken. Throws `unavailable`. */
export type TakeTurn = <Result>(context: Context, work: () => Promise<Result>) => Promise<Result>

export const turnTaker = ({ connections, clientOf }: Pick<Ports, 'connections' | 'clientOf'>): TakeTurn => {
  const turns = fairTurns()
  const keepToBudget = responseBudget(connections)
  return (context, work) => {
    const client = clientOf(context)
    return turns({ client, isWanted: () => socketOf(context)?.destroyed !== true }, () => {
      keepToBudget(client)
      return work()
    })
  }
}
