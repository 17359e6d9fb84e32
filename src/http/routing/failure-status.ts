import type { FailureCode, Failure } from '#core/failure.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** The only mapping from failures to HTTP status codes (contract 7.3). */
export const statusCodes: Record<FailureCode, number> = {
  merged: 308,
  malformed: 400,
  invalid: 400,
  key_missing: 401,
  key_invalid: 401,
  scope_missing: 403,
  signature_invalid: 401,
  cross_origin: 403,
  not_signed_in: 401,
  role_missing: 403,
  confirmation_missing: 403,
  second_factor_missing: 403,
  insecure: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  duplicate_id: 409,
  wrong_state: 409,
  request_in_progress: 409,
  retracted: 410,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  idempotency_key_reused: 422,
  version_missing: 428,
  quota_exceeded: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
}

const DEFAULT_RETRY_AFTER_SECONDS = 5

const challengeOf = ({ code }: Failure): string =>
  code === 'not_signed_in' ? 'Session realm="console"' : 'ApiKey realm="longview", header="X-API-Key"'

/** Headers of a failure that are the same on every surface. */
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
