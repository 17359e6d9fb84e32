import type { MiddlewareHandler } from 'hono'
import type { Log } from '#ports/log.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import { logRequest, requestIdFrom } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

/** Around every request: an id, one line in the log, the security headers, and the end of connections while draining. */
export const eachRequest = (ports: { log: Log; lifecycle: Lifecycle; isHttps: () => boolean }): MiddlewareHandler => {
  const { log, lifecycle, isHttps } = ports
  return async (context, next) => {
    const begun = performance.now()
    const requestId = requestIdFrom(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    await next()
    const { headers, status } = context.res
    headers.set('X-Request-Id', requestId)
    for (const [name, value] of securityHeaders(headers.get('content-type'), isHttps())) headers.set(name, value)
    // A 304 has no type to judge by, and its headers replace those of the stored page: that keeps the policy it came with.
    if (status === 304) headers.delete('Content-Security-Policy')
    if (lifecycle.isDraining()) headers.set('Connection', 'close')
    const { method, path } = context.req
    logRequest(log, { requestId, method, path, status }, begun)
  }
}
