import type { Reply } from '#http/routing/reply.ts'

const EXPOSED_HEADERS =
  'Accept-Ranges, Content-Range, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Change-Seq, X-Request-Id, X-Total-Count'
const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** Scripts of any origin may read public responses, which carry no credentials. */
export const withCorsHeaders = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
})

/** The reply to OPTIONS: it tells a browser which of the methods other origins may use. */
export const preflightReply = (allowedMethods: readonly string[], corsMethods: readonly string[]): Reply => {
  const headers: Record<string, string> = { Allow: allowedMethods.join(', ') }
  if (corsMethods.length > 0) {
    headers['Access-Control-Allow-Origin'] = '*'
    headers['Access-Control-Allow-Methods'] = corsMethods.map((method) => method.toUpperCase()).join(', ')
    headers['Access-Control-Allow-Headers'] =
      'Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id'
    headers['Access-Control-Max-Age'] = String(PREFLIGHT_MAX_AGE_SECONDS)
  }
  return { status: 204, body: '', type: '', headers }
}
