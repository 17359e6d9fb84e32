import type { FailureCode } from '#core/failure.ts'

/** The one table from failures to HTTP status codes (design: settled questions). */
export const statusOf: Record<FailureCode, number> = {
  malformed: 400,
  invalid: 400,
  key_missing: 401,
  key_invalid: 401,
  scope_missing: 403,
  cross_origin: 403,
  not_signed_in: 401,
  role_missing: 403,
  insecure: 403,
  not_found: 404,
  method_not_allowed: 405,
  duplicate_id: 409,
  wrong_state: 409,
  request_in_progress: 409,
  retracted: 410,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  quota_exceeded: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
}
