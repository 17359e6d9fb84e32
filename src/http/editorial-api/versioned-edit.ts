import type { Context } from 'hono'
import type { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import type { ReviewScope } from '#core/access/api-key.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import type { RequireKey } from '#http/auth/require-key.ts'
import { keyReusedResponse, type RunIdempotent } from '#http/input/idempotent-request.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { EDITING_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { noParameters, readQuery } from '#http/input/query.ts'

export type EditingPorts = {
  store: Store
  clock: Clock
  run: RunAction
  runIdempotent: RunIdempotent
  requireKey: RequireKey
}

/** The caller, as the audit log names it. Every route of this API begins with it. */
export const authenticateEditor = async (
  { requireKey }: EditingPorts,
  context: Context,
  scope: ReviewScope,
): Promise<string> => {
  const key = await requireKey(context, scope)
  readQuery(context, noParameters)
  return `key:${key.id}`
}

/** The body by its schema. Throws `invalid` with every error. */
export const readInput = async <T>(context: Context, schema: z.ZodType<T>): Promise<{ form: T; text: string }> => {
  const { value, text } = await readJsonBody(context, EDITING_BODY_BYTES)
  return { form: parseInput(schema, value), text }
}

/** What all routes of this API have in common. */
export const editorialRoute = { access: 'review', caching: 'none', allowCors: false } as const

/** Reads whose ETag a client may send back. */
export const notModified = { 304: { description: 'What If-None-Match names is still right.' } }

export const commonFailures = {
  400: { description: 'The body is malformed or invalid, or a parameter is unknown; details names every error.' },
  401: { description: 'No key, or no valid one.' },
  403: {
    description:
      'The key lacks the scope: "review", or "review:read", "review:advise" or "review:decide" for what it does.',
  },
}
export const bodyFailures = {
  ...commonFailures,
  413: tooLargeResponse(EDITING_BODY_BYTES),
  415: { description: 'The body is not plain JSON.' },
}
export const versionFailures = {
  412: { description: 'It was changed meanwhile; version tells which one stands there.' },
  428: { description: 'There is no If-Match header.' },
}
export const idempotencyFailures = {
  409: { description: 'Its state does not allow it, or the same request is still running.' },
  422: keyReusedResponse,
}
