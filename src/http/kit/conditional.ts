import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'

/**
 * A strong validator from the corpus revision and the question (RFC 9110 section 8.8): equal revisions of one
 * question give equal bytes. `build` keeps answers of different releases apart.
 */
export const entityTag = (revision: number, question: string, build: string): string =>
  `"${revision.toString(36)}-${createHash('sha256').update(build).update('\0').update(question).digest('base64url').slice(0, 12)}"`

/** If-None-Match compares weakly (RFC 9110 section 13.1.2). */
const matches = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((given) => given.trim().replace(/^W\//u, '') === tag)

const PUBLIC_CACHING = 'public, max-age=60, stale-while-revalidate=600'
const CACHEABLE = new Set([200, 410])

/** Adds validator and caching to a public answer; 304 when the client has it already. */
export const conditional = (answer: Answer, tag: string, ifNoneMatch: string | undefined): Answer => {
  if (!CACHEABLE.has(answer.status)) return answer
  const headers = { ...answer.headers, ETag: tag, 'Cache-Control': PUBLIC_CACHING }
  if (answer.status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, tag))
    return { ...answer, status: 304, body: '', headers }
  return { ...answer, headers }
}
