const EXPOSED =
  'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count'
const PREFLIGHT_KEPT_SECONDS = 86_400

/** Public answers may be read by scripts of any origin; they carry no credentials. */
export const allowAnyOrigin = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
})

/** Answers OPTIONS; a browser learns which of the methods other origins may use. */
export const preflight = (allowed: readonly string[], anyOrigin: readonly string[]): Response => {
  const headers: Record<string, string> = { Allow: allowed.join(', '), 'Cache-Control': 'no-store' }
  if (anyOrigin.length > 0) {
    headers['Access-Control-Allow-Origin'] = '*'
    headers['Access-Control-Allow-Methods'] = anyOrigin.map((method) => method.toUpperCase()).join(', ')
    headers['Access-Control-Allow-Headers'] = 'Content-Type, Idempotency-Key, If-None-Match, X-Request-Id'
    headers['Access-Control-Max-Age'] = String(PREFLIGHT_KEPT_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}
