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

/** The reply to OPTIONS: which methods there are, and which of them other origins may use. */
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

const HTML_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Browser features that no page uses. Only our own pages may request passkeys. */
const UNUSED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb xr-spatial-tracking'
const PERMISSIONS = [
  ...UNUSED_FEATURES.split(' ').map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const FRAMING_POLICY = `${HTML_POLICY}; frame-src 'self'`
/** An email has inline styles. It may be shown, alone or in a frame of our pages, and can do nothing else. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups"

/**
 * An uploaded file can do nothing, even if a browser mistakes its type: it has no origin and no network. PDF viewers are
 * pages of the browser that need styles and, in Safari, scripts; scripts inside a PDF are blocked by default-src.
 */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads"

/** A picture that editors brought: it can load nothing, not even styles, and has no origin. */
const PICTURE_POLICY = "default-src 'none'; sandbox"

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const HALF_A_YEAR_SECONDS = 15_552_000

type Headers = Readonly<Record<string, string>>

/** @param sharing whether pages of other origins may embed it, which is allowed where they may read it */
const headersFor = (policy: string, isHttps: boolean, sharing: 'cross-origin' | 'same-origin'): Headers => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': sharing,
  ...(isHttps ? { 'Strict-Transport-Security': `max-age=${HALF_A_YEAR_SECONDS}` } : {}),
})

type Kind = {
  contentType: string | null
  isHttps: boolean
  allowCors: boolean
  framing?: Reply['framing']
}

const framingPolicies = {
  'shows frames': FRAMING_POLICY,
  email: EMAIL_POLICY,
  file: FILE_POLICY,
  picture: PICTURE_POLICY,
}

const makeHeaders = (isPage: boolean, isHttps: boolean, allowCors: boolean): Headers => ({
  ...headersFor(isPage ? HTML_POLICY : DATA_POLICY, isHttps, allowCors ? 'cross-origin' : 'same-origin'),
  ...(isPage ? { 'Permissions-Policy': PERMISSIONS } : {}),
})

/** Every combination, made once. */
const headerSets = [false, true].map((isPage) =>
  [false, true].map((isHttps) => [false, true].map((allowCors) => makeHeaders(isPage, isHttps, allowCors))),
)

const headerSetOf = ({ contentType, isHttps, allowCors }: Kind): Headers =>
  headerSets[Number(contentType?.startsWith('text/html') === true)]?.[Number(isHttps)]?.[Number(allowCors)] ?? {}

/** Headers of every response: no type sniffing, no framing, no scripts but our own. */
export const securityHeaders = ({ contentType, isHttps, allowCors, framing }: Kind): Headers => {
  const headers = headerSetOf({ contentType, isHttps, allowCors })
  return framing === undefined ? headers : { ...headers, 'Content-Security-Policy': framingPolicies[framing] }
}
