import type { MiddlewareHandler } from 'hono'
import type { Log } from '#ports/log.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import { logRequest, requestIdFrom } from './request-log.ts'

/** Around every request: an id, one line in the log, and the end of its connection while the server drains. */
export const eachRequest =
  ({ log, lifecycle }: { log: Log; lifecycle: Lifecycle }): MiddlewareHandler =>
  async (context, next) => {
    const startedAt = performance.now()
    const requestId = requestIdFrom(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    await next()
    const { headers, status } = context.res
    headers.set('X-Request-Id', requestId)
    if (lifecycle.isDraining()) headers.set('Connection', 'close')
    const { method, path } = context.req
    logRequest(log, { requestId, method, path, status }, startedAt)
  }
