import type { Failure } from '#core/failure.ts'
import { rateLimitHeaders } from './quota-headers.ts'
import { statusCodes } from './status-codes.ts'

const DEFAULT_RETRY_AFTER_SECONDS = 5

const challengeOf = ({ code }: Failure): string =>
  code === 'not_signed_in' ? 'Session realm="console"' : 'ApiKey realm="longview", header="X-API-Key"'

/** Headers that a failure brings along on every surface. */
export const failureHeaders = (failure: Failure): Record<string, string> => {
  const status = statusCodes[failure.code]
  const waits = status === 429 || status === 503 || status === 507 || failure.code === 'request_in_progress'
  return {
    'Cache-Control': 'no-store',
    ...(waits ? { 'Retry-After': String(failure.retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS) } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': challengeOf(failure) } : {}),
    ...(failure.quota === undefined ? {} : rateLimitHeaders(failure.quota)),
  }
}
