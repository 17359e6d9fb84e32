const EXPOSED_HEADERS =
  'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count'
const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** Public answers may be read by scripts of any origin; they carry no credentials. */
export const withCorsHeaders = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
})

/** Answers OPTIONS; a browser learns which of the methods other origins may use. */
export const preflightResponse = (allowedMethods: readonly string[], corsMethods: readonly string[]): Response => {
  const headers: Record<string, string> = { Allow: allowedMethods.join(', '), 'Cache-Control': 'no-store' }
  if (corsMethods.length > 0) {
    headers['Access-Control-Allow-Origin'] = '*'
    headers['Access-Control-Allow-Methods'] = corsMethods.map((method) => method.toUpperCase()).join(', ')
    headers['Access-Control-Allow-Headers'] = 'Content-Type, Idempotency-Key, If-None-Match, X-Request-Id'
    headers['Access-Control-Max-Age'] = String(PREFLIGHT_MAX_AGE_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}
