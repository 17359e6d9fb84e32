import type { Context, MiddlewareHandler } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '#core/failure.ts'
import { refuseForeignHost, refuseSeveralHosts, type OwnHosts } from '#http/auth/own-hosts.ts'
import type { HoldBody } from '#http/input/body.ts'
import { bodyBudget, responseBudget } from '#http/limits/body-budget.ts'
import type { ConnectionTable } from '#http/limits/connections.ts'
import { requestsInFlight } from '#http/limits/requests-in-flight.ts'
import { requestQueue } from '#http/limits/fair-queue.ts'
import type { CountRequests, TakeTurn } from '#http/routing/route.ts'

type Ports = {
  connections: ConnectionTable
  /** The client's address or network, also behind a proxy. */
  clientOf: (context: Context) => string
  maxConnectionsPerClient: number
  hosts: OwnHosts
}

const socketOf = (context: Context) =>
  (context.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket ?? null

type Bindings = { outgoing?: ServerResponse; holdBody?: HoldBody; countRequests?: CountRequests }

/** Counts the body bytes that a request holds in memory, until its response is closed. */
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
 * Lets a request through to its route. Health checks always pass. A request on a connection beyond the limit waits a moment
 * for a slot, and the requests in progress of each client are limited. `present` answers refused requests.
 */
export const admitRequests = (
  { connections, clientOf, maxConnectionsPerClient, hosts }: Ports,
  present: (failure: Failure, context: Context) => Response,
): MiddlewareHandler => {
  const inFlight = requestsInFlight(maxConnectionsPerClient)
  const countBody = countBodies()
  const waitForSlot = async (context: Context): Promise<void> => {
    const socket = socketOf(context)
    const connection = socket === null ? undefined : connections.of(socket)
    if (connection?.isOverflow !== true || (await connections.waitForSlot(connection))) return
    throw new Failure('unavailable', 'There are too many connections; try again soon, over fewer.')
  }
  return async (context, next) => {
    try {
      refuseSeveralHosts(context, hosts)
      if (isHealthPath(context.req.path)) return await next()
      refuseForeignHost(context, hosts)
      await waitForSlot(context)
      const client = clientOf(context)
      countBody(client, context)
      return await inFlight(client, (countMore) => {
        const bindings = (context.env ?? {}) as Bindings
        bindings.countRequests = countMore
        return next()
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const response = present(error, context)
      if (error.code === 'unavailable') response.headers.set('Connection', 'close')
      return response
    }
  }
}

export const turnTaker = ({ connections, clientOf }: Pick<Ports, 'connections' | 'clientOf'>): TakeTurn => {
  const runInOrder = requestQueue()
  const assertResponseBudget = responseBudget(connections)
  return (context, work) => {
    const client = clientOf(context)
    return runInOrder({ client, isWanted: () => socketOf(context)?.destroyed !== true }, () => {
      assertResponseBudget(client)
      return work()
    })
  }
}
