import type { Reply } from '#http/routing/reply.ts'

const HTML_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Browser features that no page uses. Passkeys may be requested by our own pages only. */
const UNUSED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb xr-spatial-tracking'
const PERMISSIONS = [
  ...UNUSED_FEATURES.split(' ').map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const FRAMING_POLICY = `${HTML_POLICY}; frame-src 'self'`
/** An email has its styles in its markup. It is shown, within a page of ours or alone, and can do nothing else. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups"

/**
 * A file of others can do nothing, whatever a browser takes it for: without an origin, without the network. Viewers of PDFs are
 * pages of the browser's own, which need its styles and, in Safari, its scripts; those of a PDF stay out by default-src.
 */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads"

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const HALF_A_YEAR_SECONDS = 15_552_000

type Headers = Readonly<Record<string, string>>

/** @param sharing whether pages of other origins may embed it: those that may read it may */
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

const framingPolicies = { 'shows frames': FRAMING_POLICY, email: EMAIL_POLICY, file: FILE_POLICY }

const makeHeaders = (isPage: boolean, isHttps: boolean, allowCors: boolean): Headers => ({
  ...headersFor(isPage ? HTML_POLICY : DATA_POLICY, isHttps, allowCors ? 'cross-origin' : 'same-origin'),
  ...(isPage ? { 'Permissions-Policy': PERMISSIONS } : {}),
})

/** All sets of headers, made once. */
const headerSets = [false, true].map((isPage) =>
  [false, true].map((isHttps) => [false, true].map((allowCors) => makeHeaders(isPage, isHttps, allowCors))),
)

const headerSetOf = ({ contentType, isHttps, allowCors }: Kind): Headers =>
  headerSets[Number(contentType?.startsWith('text/html') === true)]?.[Number(isHttps)]?.[Number(allowCors)] ?? {}

/** Headers of every response: its type is not sniffed, it is not framed, and only our own scripts run. */
export const securityHeaders = ({ contentType, isHttps, allowCors, framing }: Kind): Headers => {
  const headers = headerSetOf({ contentType, isHttps, allowCors })
  return framing === undefined ? headers : { ...headers, 'Content-Security-Policy': framingPolicies[framing] }
}
