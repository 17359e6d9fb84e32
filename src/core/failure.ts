import type { QuotaState } from './quota.ts'

/** Everything that can go wrong on purpose. Each surface maps these codes to its own form, once. */
export const failureCodes = [
  'malformed',
  'invalid',
  'key_missing',
  'key_invalid',
  'scope_missing',
  'signature_invalid',
  'cross_origin',
  'not_signed_in',
  'role_missing',
  'confirmation_missing',
  'second_factor_missing',
  'insecure',
  'misdirected',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'duplicate_id',
  'wrong_state',
  'stale',
  'version_missing',
  'merged',
  'retracted',
  'too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'request_in_progress',
  'quota_exceeded',
  'unavailable',
  'storage_full',
  'internal',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** One error in the input: its path (`authors.2`, `limit`) and what to do about it. */
export type ValidationError = { path: string; message: string }

type FailureOptions = {
  details?: ValidationError[]
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** Further members of the response that clients may rely on, such as a retraction's reason. */
  members?: Record<string, string | number>
  /** The caller's use of a limit. */
  quota?: QuotaState
  cause?: unknown
}

/** The one kind of error that callers may show to their users. Anything else is a defect and stays vague outside. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly details: ValidationError[]
  readonly retryAfter: number | undefined
  readonly members: Record<string, string | number>
  readonly quota: QuotaState | undefined

  constructor(code: FailureCode, message: string, facts: FailureOptions = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.details = facts.details ?? []
    this.retryAfter = facts.retryAfter
    this.members = facts.members ?? {}
    this.quota = facts.quota
  }
}

/** A limit is reached; trying again makes sense when the oldest counted request has left the window. */
export const quotaExceeded = (quota: QuotaState): Failure => {
  const { limit, name } = quota.policy
  const wait = quota.resetSeconds ?? 1
  return new Failure('quota_exceeded', `At most ${limit} ${name} requests an hour; try again in ${wait} seconds.`, {
    retryAfter: wait,
    quota,
  })
}

/** All errors of one input in one failure; its sentence names the first and counts the rest. */
export const validationFailure = (errors: ValidationError[], cause?: unknown): Failure => {
  const [first] = errors
  const more = errors.length - 1
  const sentence = first === undefined ? 'The request is invalid.' : `${first.path}: ${first.message}`
  return new Failure('invalid', more > 0 ? `${sentence} (and ${more} more)` : sentence, { details: errors, cause })
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
