import type { QuotaState } from './quota.ts'

/** Every expected failure. Each surface maps these codes to its own form in one place. */
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

/** One error in the input: its path (`authors.2`, `limit`) and how to fix it. */
export type ValidationError = { path: string; message: string }

type FailureOptions = {
  details?: ValidationError[]
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** Additional members of the response that clients may rely on, such as the reason of a retraction. */
  members?: Record<string, string | number>
  /** How much of a limit the caller has used. */
  quota?: QuotaState
  cause?: unknown
}

/** The only kind of error whose message may be shown to users. Anything else is a defect and is reported vaguely. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly details: ValidationError[]
  readonly retryAfter: number | undefined
  readonly members: Record<string, string | number>
  readonly quota: QuotaState | undefined

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.retryAfter = options.retryAfter
    this.members = options.members ?? {}
    this.quota = options.quota
  }
}

/** Retrying makes sense once the oldest counted request has left the window. */
export const quotaExceeded = (quota: QuotaState): Failure => {
  const { limit, name } = quota.policy
  const wait = quota.resetSeconds ?? 1
  return new Failure('quota_exceeded', `At most ${limit} ${name} requests an hour; try again in ${wait} seconds.`, {
    retryAfter: wait,
    quota,
  })
}

/** All errors of one input; the message gives the first and counts the rest. */
export const validationFailure = (errors: ValidationError[], cause?: unknown): Failure => {
  const [first] = errors
  const more = errors.length - 1
  const sentence = first === undefined ? 'The request is invalid.' : `${first.path}: ${first.message}`
  return new Failure('invalid', more > 0 ? `${sentence} (and ${more} more)` : sentence, { details: errors, cause })
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
