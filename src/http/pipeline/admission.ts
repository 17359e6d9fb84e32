import type { Context, MiddlewareHandler } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '#core/failure.ts'
import { refuseForeignHost, refuseSeveralHosts } from '#http/auth/host-check.ts'
import type { OwnHosts } from '#http/auth/own-hosts.ts'
import type { HoldBody } from '#http/input/sent-body.ts'
import { bodyBudget } from '#http/limits/body-budget.ts'
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

type Bindings = { outgoing?: ServerResponse; holdBody?: HoldBody }

/** Has the bytes of bodies that a request keeps counted, until its response is closed. */
const countBodies = () => {
  const budget = bodyBudget()
  return (client: string, context: Context): void => {
    const bindings = (context.env ?? {}) as Bindings
    const { outgoing } = bindings
    if (outgoing === undefined) return
    let held = 0
    bindings.holdBody = (bytes) => {
      if (outgoing.destroyed) return
      budget.hold(client, bytes)
      if (held === 0) outgoing.once('close', () => budget.release(client, held))
      held += bytes
    }
  }
}

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
  const countBody = countBodies()
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
      const client = clientOf(context)
      countBody(client, context)
      return await inFlight(client, next)
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
