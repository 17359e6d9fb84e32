import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { Failure, validationFailure } from '#core/failure.ts'
import type { IdempotentRequest } from '#ports/store/access.ts'

const QUOTED_KEY = /^"(?<key>(?:[ !#-[\]-~]|\\["\\]){1,255})"$/u
const BARE_KEY = /^[!#-+\--:<-[\]-~]{1,255}$/u

/** The key as a structured-field string or, as many clients send it, bare (draft-ietf-httpapi-idempotency-key-header-07). */
const parseIdempotencyKey = (header: string): string => {
  const key = QUOTED_KEY.exec(header.trim())?.groups?.key ?? BARE_KEY.exec(header.trim())?.[0]
  if (key === undefined)
    throw validationFailure([
      {
        path: 'Idempotency-Key',
        message: 'must be a quoted text of 1 to 255 printable ASCII characters, such as "3f1c…"',
      },
    ])
  return key
}

/** Keeps apart what runs at the same time under one key, in this process; between processes the store does. */
export type IdempotencyKeys = {
  /** Null without an Idempotency-Key. Throws `request_in_progress` while its twin runs. */
  run<T>(
    context: Context,
    principal: string,
    body: string,
    work: (request: IdempotentRequest | null) => Promise<T>,
  ): Promise<T>
}

export const idempotencyKeys = (): IdempotencyKeys => {
  const running = new Set<string>()
  return {
    run: async (context, who, body, work) => {
      const header = context.req.header('idempotency-key')
      if (header === undefined) return work(null)
      const key = parseIdempotencyKey(header)
      const scope = `${who} ${context.req.method} ${context.req.path}`
      const name = `${scope} ${key}`
      if (running.has(name))
        throw new Failure('request_in_progress', 'The first request with this Idempotency-Key is still running.', {
          retryAfter: 1,
        })
      running.add(name)
      try {
        return await work({ scope, key, fingerprint: createHash('sha256').update(body).digest('hex') })
      } finally {
        running.delete(name)
      }
    },
  }
}
