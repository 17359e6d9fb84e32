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

/** What every answer carries: nothing may be sniffed, framed or run that we did not send. */
export const securityHeaders = (contentType: string | null, isHttps: boolean): Record<string, string> => ({
  'Content-Security-Policy': contentType?.startsWith('text/html') === true ? HTML_POLICY : DATA_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(isHttps ? { 'Strict-Transport-Security': `max-age=${HALF_A_YEAR_SECONDS}` } : {}),
})
