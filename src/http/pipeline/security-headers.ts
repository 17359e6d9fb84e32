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

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const HALF_A_YEAR_SECONDS = 15_552_000

type HeaderPairs = readonly (readonly [string, string])[]

const pairs = (policy: string, isHttps: boolean): HeaderPairs => [
  ['Content-Security-Policy', policy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ...(isHttps ? [['Strict-Transport-Security', `max-age=${HALF_A_YEAR_SECONDS}`] as const] : []),
]

const headerSets = {
  page: { http: pairs(HTML_POLICY, false), https: pairs(HTML_POLICY, true) },
  data: { http: pairs(DATA_POLICY, false), https: pairs(DATA_POLICY, true) },
}

/** What every answer carries: nothing may be sniffed, framed or run that we did not send. Names and values. */
export const securityHeaders = (contentType: string | null, isHttps: boolean): HeaderPairs =>
  headerSets[contentType?.startsWith('text/html') === true ? 'page' : 'data'][isHttps ? 'https' : 'http']
