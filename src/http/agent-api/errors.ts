import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Failure, FailureCode } from '#core/failure.ts'
import { type Reply } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'

/** Every failure of the agent API (contract 7.2): problem details (RFC 9457), with `errors` for invalid parameters. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
    retractedAt: z.string().optional(),
    reason: z.string().optional(),
    mergedInto: z.string().optional(),
  })
  .meta({ id: 'Problem' })

export const PROBLEM_TYPE = 'application/problem+json'

/** What addresses of one paper answer where it is not public, as `getPublicPaper` throws it. */
export const noPublicPaper = {
  308: {
    description: 'The paper was merged as a duplicate; Location names the paper to use instead.',
    schema: problemSchema,
    type: PROBLEM_TYPE,
  },
  404: { description: 'No such paper, or not public.' },
  410: { description: 'The paper was retracted.' },
}

/** The address that explains a code; rate limits have a registered problem type. */
const typeOf = (code: FailureCode, publicUrl: string): string =>
  code === 'quota_exceeded'
    ? 'https://iana.org/assignments/http-problem-types#quota-exceeded'
    : `${publicUrl}/docs#error-${code}`

export const problemPresenter =
  (publicUrl: () => string) =>
  (failure: Failure, context: Context): Reply => {
    const status = statusCodes[failure.code]
    const body = {
      type: typeOf(failure.code, publicUrl()),
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: failure.message,
      // Still percent-encoded: `instance` is a URI reference.
      instance: new URL(context.req.url).pathname,
      errors: failure.details,
      ...failure.members,
    }
    return { status, body: JSON.stringify(body), type: PROBLEM_TYPE, headers: failureHeaders(failure) }
  }
