import type { Reply } from '#http/routing/reply.ts'
import { withCorsHeaders } from './cors.ts'
import { securityHeaders } from './security-headers.ts'

type Completion = { cacheControl: string; allowCors: boolean; isHttps: boolean }

const BODYLESS = new Set([204, 304])

/**
 * Adds the headers that do not depend on what a handler does: type, caching, security and CORS. Every reply passes
 * through here once, on its way out or into the cache.
 */
export const completeReply = (reply: Reply, { cacheControl, allowCors, isHttps }: Completion): Reply => {
  const type = BODYLESS.has(reply.status) ? null : reply.type
  const headers = {
    ...(type === null ? {} : { 'Content-Type': type }),
    'Cache-Control': cacheControl,
    ...reply.headers,
    ...securityHeaders({ contentType: type, isHttps, allowCors, framing: reply.framing }),
  }
  return { ...reply, headers: allowCors ? withCorsHeaders(headers) : headers }
}
