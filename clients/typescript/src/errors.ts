/** One thing that is wrong with what was sent: where, and what to do about it. */
export type ErrorDetail = { path: string; message: string }

type Facts = {
  status: number
  code: string
  details: ErrorDetail[]
  retryAfterMs: number | null
  requestId: string | null
  body: unknown
}

/** The server refused, or could not do it. Its words are the message. */
export class LongviewError extends Error {
  override readonly name = 'LongviewError'
  /** The status of the response, such as 404. */
  readonly status: number
  /** What it was, in one word that does not change, such as `not_found`; `unknown` where the answer is none of Longview's. */
  readonly code: string
  /** Every fault of the input. */
  readonly details: readonly ErrorDetail[]
  /** Milliseconds after which trying again makes sense, where the server says so. */
  readonly retryAfterMs: number | null
  /** By this the operator finds the request in the log. */
  readonly requestId: string | null
  /** The whole answer: an object where it was JSON, else its text. */
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

/** No answer came: the server cannot be reached, or took longer than `timeoutMs`. */
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

/** The corpus API names the code; the agent API has it at the end of the problem's type (RFC 9457). */
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

/** Reads a failed response, in either form of the contract. */
export const errorFrom = (response: Response, text: string, retryAfterMs: number | null): LongviewError => {
  const body = parsed(text)
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = textOf(members.error) ?? textOf(members.detail) ?? `The server answers ${response.status}.`
  return new LongviewError(message, {
    status: response.status,
    code: codeOf(members),
    details: detailsOf(members.details ?? members.errors),
    retryAfterMs,
    requestId: response.headers.get('x-request-id'),
    body,
  })
}
