import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Action, ActionContext, RunAction } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { IdempotencyKey, StoredResponse } from '#ports/store/accounts.ts'
import { JSON_TYPE, type Reply } from '#http/routing/reply.ts'

const STRUCTURED_STRING = /^"(?<key>(?:[ !#-[\]-~]|\\["\\]){1,255})"$/u
const BARE = /^[!#-+\--:<-[\]-~]{1,255}$/u

/** The key as a structured-field string or, as many clients send it, bare (draft-ietf-httpapi-idempotency-key-header-07). */
const parseKey = (header: string): string => {
  const key = STRUCTURED_STRING.exec(header.trim())?.groups?.key ?? BARE.exec(header.trim())?.[0]
  if (key === undefined)
    throw validationFailure([
      {
        path: 'Idempotency-Key',
        message: 'must be a quoted string of 1 to 255 printable ASCII characters, such as "3f1c…"',
      },
    ])
  return key
}

export type IdempotentRequest<Input, Result> = {
  /** Who sends it: the same key from two clients is two keys. */
  client: string
  /** Must be the same in a repetition, byte for byte. */
  body: string
  action: Action<Input, Result>
  input: Input
  /** The JSON response; made in the transaction, so that it is stored together with what it reports. */
  toAnswer: (result: Result) => Reply
}

/** Runs the action of a request that stores something. */
export type RunIdempotent = <Input, Result>(
  context: Context,
  request: IdempotentRequest<Input, Result>,
) => Promise<Reply>

type Recorded = { response: StoredResponse; isReplay: boolean }

/** Runs an action and stores its response under the key, both or neither; a repetition only gets the stored response. */
const runUnderKey = async <Input, Result>(
  tx: ActionContext,
  { key, request }: { key: IdempotencyKey; request: IdempotentRequest<Input, Result> },
): Promise<Recorded | Failure> => {
  const stored = await tx.idempotency.find(key.scope, key.key)
  if (stored?.fingerprint === key.fingerprint) return { response: stored.response, isReplay: true }
  if (stored !== null)
    throw new Failure(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for another request; use a new key for a new request.',
    )
  const result = await request.action(tx, request.input)
  if (result instanceof Failure) return result
  const { status, headers, body } = request.toAnswer(result)
  const response = { status, headers, body }
  await tx.idempotency.put(key, response, tx.now.toISOString())
  return { response, isReplay: false }
}

const answerFrom = ({ response: { status, headers, body }, isReplay }: Recorded): Reply => ({
  status,
  body,
  type: JSON_TYPE,
  headers: isReplay ? { ...headers, 'Idempotent-Replayed': 'true' } : headers,
})

/**
 * For requests that may carry an Idempotency-Key: an action runs once for each key, and its response is stored for
 * repetitions. Without a key it simply runs. Throws `idempotency_key_reused` for a key that came with another body, and
 * `request_in_progress` while the first request runs in this process; between processes, transactions keep them apart.
 */
export const idempotentRequests = (run: RunAction): RunIdempotent => {
  const running = new Set<string>()
  return async (context, request) => {
    const header = context.req.header('idempotency-key')
    if (header === undefined) return request.toAnswer(await run(request.action, request.input))
    const { method, path } = context.req
    const fingerprint = createHash('sha256').update(request.body).digest('hex')
    const key: IdempotencyKey = { scope: `${request.client} ${method} ${path}`, key: parseKey(header), fingerprint }
    const name = `${key.scope} ${key.key}`
    if (running.has(name))
      throw new Failure('request_in_progress', 'The first request with this Idempotency-Key is still running.', {
        retryAfter: 1,
      })
    running.add(name)
    try {
      return answerFrom(await run((tx: ActionContext) => runUnderKey(tx, { key, request }), null))
    } finally {
      running.delete(name)
    }
  }
}
