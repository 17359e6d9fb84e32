import { createHash } from 'node:crypto'
import { contentEncodings } from './content-encoding.ts'
import type { Variant } from './cached-response.ts'

/**
 * A strong validator from the corpus revision and the question (RFC 9110 section 8.8): equal revisions of one
 * question give equal bytes. `build` keeps answers of different releases apart.
 */
export const entityTag = (revision: number, requestTarget: string, build: string): string =>
  `"${revision.toString(36)}-${createHash('sha256').update(build).update('\0').update(requestTarget).digest('base64url').slice(0, 12)}"`

const ENCODING_IN_TAG = new RegExp(`-(?:${contentEncodings.join('|')})"$`, 'u')

/** The tag without its encoding: whoever has the content in any encoding has it. */
const withoutEncoding = (tag: string): string => tag.replace(ENCODING_IN_TAG, '"')

/** If-None-Match compares weakly (RFC 9110 section 13.1.2). */
const matchesEtag = (header: string, tag: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((given) => withoutEncoding(given.trim().replace(/^W\//u, '')) === withoutEncoding(tag))

/** 304 instead of 200 for a client that has the content already. */
export const conditionalStatus = (
  { status, etag }: Pick<Variant, 'status' | 'etag'>,
  ifNoneMatch: string | undefined,
): number => (status === 200 && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag) ? 304 : status)
