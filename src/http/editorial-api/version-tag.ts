import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { Failure, validationFailure } from '#core/failure.ts'
import { json, type Reply } from '#http/routing/reply.ts'

/** Versions as entity tags, so that editors of the same thing notice each other (RFC 9110, section 13.1.1). */

const VERSION_TAG = /^"(?<version>\d{1,15})(?:-[\w-]{1,20})?"$/u

/** An answer whose ETag names the version, and a digest for what else may differ, such as counts. */
export const versionedJson = (status: number, value: unknown, version: number): Reply => {
  const answer = json(status, value)
  const digest = createHash('sha256').update(answer.body).digest('base64url').slice(0, 8)
  return { ...answer, headers: { ETag: `"${version}-${digest}"` } }
}

/**
 * The version that a change begins from, by If-Match; null for `*`, which is whatever version stands there; 0 for
 * `If-None-Match: *`, which is none yet. Throws `version_missing` without either, `invalid` for anything else.
 */
export const expectedVersion = (context: Context): number | null => {
  const match = context.req.header('if-match')?.trim()
  if (match === undefined) {
    if (context.req.header('if-none-match')?.trim() === '*') return 0
    throw new Failure(
      'version_missing',
      'This needs an If-Match header with the ETag that you began from, so that no other change is lost.',
    )
  }
  if (match === '*') return null
  const version = VERSION_TAG.exec(match)?.groups?.version
  if (version === undefined)
    throw validationFailure([
      { path: 'If-Match', message: 'must be one ETag as it was given out, such as "3-Xk2f9aQz"' },
    ])
  return Number(version)
}
