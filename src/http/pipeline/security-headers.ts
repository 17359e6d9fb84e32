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

type Headers = Readonly<Record<string, string>>

const headersFor = (policy: string, isHttps: boolean): Headers => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(isHttps ? { 'Strict-Transport-Security': `max-age=${HALF_A_YEAR_SECONDS}` } : {}),
})

const headerSets = {
  page: { http: headersFor(HTML_POLICY, false), https: headersFor(HTML_POLICY, true) },
  data: { http: headersFor(DATA_POLICY, false), https: headersFor(DATA_POLICY, true) },
}

/** What every response carries: nothing may be sniffed, framed or run that we did not send. */
export const securityHeaders = (contentType: string | null, isHttps: boolean): Headers =>
  headerSets[contentType?.startsWith('text/html') === true ? 'page' : 'data'][isHttps ? 'https' : 'http']
