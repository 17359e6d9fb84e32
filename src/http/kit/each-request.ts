import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#ports/log.ts'
import type { Lifecycle } from './lifecycle.ts'
import { securityHeaders } from './security-headers.ts'

const REQUEST_ID = /^[\w.:-]{1,128}$/u

/** Around every request: an id, one line in the log, the security headers, and the end of connections while draining. */
export const eachRequest = (ports: { log: Log; lifecycle: Lifecycle; publicUrl: () => string }): MiddlewareHandler => {
  const { log, lifecycle, publicUrl } = ports
  return async (context, next) => {
    const begun = performance.now()
    const given = context.req.header('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    context.set('requestId', requestId)
    await next()
    const { headers, status } = context.res
    headers.set('X-Request-Id', requestId)
    const isHttps = publicUrl().startsWith('https://')
    for (const [name, value] of Object.entries(securityHeaders(headers.get('content-type'), isHttps)))
      headers.set(name, value)
    // A 304 has no type to judge by, and its headers replace those of the stored page: that keeps the policy it came with.
    if (status === 304) headers.delete('Content-Security-Policy')
    if (lifecycle.isDraining()) headers.set('Connection', 'close')
    const ms = Math.round((performance.now() - begun) * 100) / 100
    log.info({ requestId, method: context.req.method, path: context.req.path, status, ms }, 'request')
  }
}
