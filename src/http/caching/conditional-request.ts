import { createHash } from 'node:crypto'
import { contentEncodings, type Variant } from './content-encoding.ts'

/**
 * A strong validator from the corpus revision and the request target (RFC 9110 section 8.8): at one revision a target
 * always gives the same bytes. `build` distinguishes releases.
 */
export const entityTag = (revision: number, requestTarget: string, build: string): string =>
  `"${revision.toString(36)}-${createHash('sha256').update(build).update('\0').update(requestTarget).digest('base64url').slice(0, 12)}"`

const ENCODING_IN_TAG = new RegExp(`-(?:${contentEncodings.join('|')})"$`, 'u')

/** The tag without its strength and encoding, because a client may have the content in any encoding. */
const opaqueTag = (tag: string): string => tag.replace(/^W\//u, '').replace(ENCODING_IN_TAG, '"')

/** If-None-Match compares weakly (RFC 9110 section 13.1.2). */
export const matchesEtag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((given) => opaqueTag(given.trim()) === opaqueTag(tag))

/** The one place that decides between a whole response and 304, for a GET or HEAD with If-None-Match. */
export const conditionalResponse = <Body>(
  variant: Variant<Body>,
  ifNoneMatch: string | undefined,
): { status: number; headers: readonly string[]; body: Body | null } => {
  const { status, etag, headers, body, notModifiedHeaders } = variant
  return status === 200 && ifNoneMatch !== undefined && etag !== undefined && matchesEtag(ifNoneMatch, etag)
    ? { status: 304, headers: notModifiedHeaders, body: null }
    : { status, headers, body }
}
