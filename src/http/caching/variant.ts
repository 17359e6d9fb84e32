/** A response in one encoding with all headers that do not depend on the request, as names and values in turn. */
export type Variant<Body = Buffer, Headers extends readonly string[] = readonly string[]> = {
  status: number
  body: Body
  etag: string | undefined
  headers: Headers
  /** What a 304 repeats (RFC 9110 section 15.4.5): no header that describes a body. */
  notModifiedHeaders: Headers
}

/** Larger bodies are costly to send, so clients take turns for them even when they are cached. */
export const MAX_OUT_OF_TURN_BYTES = 64 * 1_024

/** A policy belongs to the page it came with; a 304 must not replace it. */
const CONTENT_HEADERS = new Set(['Content-Type', 'Content-Encoding', 'Content-Length', 'Content-Security-Policy'])

export const variantOf = <Body>(status: number, body: Body, headers: Record<string, string>): Variant<Body> => {
  const pairs = Object.entries(headers)
  return {
    status,
    body,
    etag: headers.ETag,
    headers: pairs.flat(),
    notModifiedHeaders: pairs.filter(([name]) => !CONTENT_HEADERS.has(name)).flat(),
  }
}
