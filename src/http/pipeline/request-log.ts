import { randomUUID } from 'node:crypto'
import { continueTrace } from '#core/trace-context.ts'
import { withinTrace } from '#tracing/current-trace.ts'
import type { Log } from '#ports/runtime.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { MiddlewareHandler } from 'hono'
import type { Lifecycle } from '#http/lifecycle.ts'

const REQUEST_ID = /^[\w.:-]{1,128}$/u

/** The id that a client or proxy gave a request, or a new one. */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && REQUEST_ID.test(header) ? header : randomUUID()

/** Logs one line per request, without the query: searches can be private. */
const logRequest = (
  log: Log,
  { ms, ...request }: { requestId: string; method: string; path: string; status: number; ms: number },
): void => {
  log.info({ ...request, ms: Math.round(ms * 100) / 100 }, 'request')
}

/** Around every request: sets its id, goes on with its trace, logs and counts it, and closes its connection while the server drains. */
export const requestLog =
  ({ log, lifecycle, metrics }: { log: Log; lifecycle: Lifecycle; metrics: Metrics }): MiddlewareHandler =>
  async (context, next) => {
    const startedAt = performance.now()
    const requestId = requestIdFrom(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    const [traceparent, tracestate] = [context.req.header('traceparent'), context.req.header('tracestate')]
    await withinTrace(continueTrace({ traceparent, tracestate }), async () => {
      await next()
      const { headers, status } = context.res
      headers.set('X-Request-Id', requestId)
      if (lifecycle.isDraining()) headers.set('Connection', 'close')
      const { method, path } = context.req
      const ms = performance.now() - startedAt
      metrics.answered({ method, route: context.get('route') as string | undefined, status, seconds: ms / 1_000 })
      logRequest(log, { requestId, method, path, status, ms })
    })
  }

/** For a router that is called on behalf of another request: keeps that request's id. */
export const inheritRequest: MiddlewareHandler = async (context, next) => {
  context.set('requestId', (context.env as { requestId: unknown }).requestId)
  await next()
}
