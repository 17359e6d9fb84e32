/** One fault of the input: where it is, and what to do about it. */
export type ErrorDetail = { path: string; message: string }

type Facts = {
  status: number
  code: string
  details: ErrorDetail[]
  retryAfterMs: number | null
  requestId: string | null
  body: unknown
}

/** The server refused a request or failed. The message is the server's. */
export class LongviewError extends Error {
  override readonly name = 'LongviewError'
  /** The status of the response, such as 404. */
  readonly status: number
  /** A stable code such as `not_found`; `unknown` if the response is not Longview's. */
  readonly code: string
  /** Every fault of the input. */
  readonly details: readonly ErrorDetail[]
  /** Milliseconds to wait before trying again, if the server says so. */
  readonly retryAfterMs: number | null
  /** The id of the request in the operator's log. */
  readonly requestId: string | null
  /** The response body: parsed if it is JSON, otherwise text. */
  readonly body: unknown

  constructor(message: string, { status, code, details, retryAfterMs, requestId, body }: Facts) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
    this.body = body
  }
}

/** There was no response: the server cannot be reached, or took longer than `timeoutMs`. */
export class LongviewUnreachable extends Error {
  override readonly name = 'LongviewUnreachable'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const detailsOf = (value: unknown): ErrorDetail[] =>
  Array.isArray(value)
    ? value.map((entry: Partial<ErrorDetail>) => ({ path: String(entry.path), message: String(entry.message) }))
    : []

const QUOTA_TYPE = /#quota-exceeded$/u
const OWN_TYPE = /#error-(?<code>[a-z_]+)$/u

/** The corpus API has a member `code`; in the agent API it ends the problem type (RFC 9457). */
const codeOf = ({ code, type }: { code?: unknown; type?: unknown }): string => {
  const address = textOf(type) ?? ''
  if (QUOTA_TYPE.test(address)) return 'quota_exceeded'
  return textOf(code) ?? OWN_TYPE.exec(address)?.groups?.code ?? 'unknown'
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parses an error response in either format of the contract. */
export const errorFrom = (response: Response, text: string, retryAfterMs: number | null): LongviewError => {
  const body = parsed(text)
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = textOf(members.error) ?? textOf(members.detail) ?? `The server answered ${response.status}.`
  return new LongviewError(message, {
    status: response.status,
    code: codeOf(members),
    details: detailsOf(members.details ?? members.errors),
    retryAfterMs,
    requestId: response.headers.get('x-request-id'),
    body,
  })
}
