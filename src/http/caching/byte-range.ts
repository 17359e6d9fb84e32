import type { Context } from 'hono'
import { TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import { matchesEtag } from './conditional-request.ts'

/** Offsets of the first and the last byte. */
export type ByteRange = { first: number; last: number }

const ONE_RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{0,15})|-(?<suffix>\d{1,15}))$/iu

/**
 * Parses a `Range` header for content of `size` bytes (RFC 9110 section 14). Null means the whole content, also for several
 * ranges and for a malformed header; `unsatisfiable` means that the range begins after the end.
 */
export const parseByteRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const groups = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '')?.groups
  if (groups === undefined) return null
  const { first: from, last: to, suffix } = groups
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== undefined && to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}

/** Content whose bytes never change under the same entity tag. */
export type RangedContent = {
  size: number
  /** Strong, with its quotation marks. */
  etag: string
  type: string
  headers?: Record<string, string>
  /** The bytes from `first` to `last`, in pieces. A failure before the first piece gets its own status. */
  read: (first: number, last: number) => AsyncIterable<Uint8Array>
}

/** `If-Range` is the tag of the part that the client has; for other content it gets everything (RFC 9110 section 13.1.5). */
const wantsPart = ({ req }: Context, etag: string): boolean => {
  const known = req.header('if-none-match')
  if (known !== undefined && matchesEtag(known, etag)) return false
  const ifRange = req.header('if-range')
  return ifRange === undefined || ifRange.trim() === etag
}

/**
 * Answers a GET or HEAD with the whole content, or with the part that `Range` asks for (206, or 416 after the end). The
 * pipeline turns it into a 304 if the client has the content already.
 */
export const rangedReply = (context: Context, content: RangedContent): Reply => {
  const { size, etag, type, read } = content
  const headers = { ...content.headers, ETag: etag, 'Accept-Ranges': 'bytes' }
  const isHead = context.req.method === 'HEAD'
  // Only GET has ranges (RFC 9110 section 14.2).
  const range = !isHead && wantsPart(context, etag) ? parseByteRange(context.req.header('range'), size) : null
  if (range === 'unsatisfiable')
    return {
      status: 416,
      body: `The content has ${size} bytes.\n`,
      type: TEXT_TYPE,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` },
    }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const part: Record<string, string> = range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }
  const whole = { body: '', type, headers: { ...headers, ...part, 'Content-Length': String(last - first + 1) } }
  if (isHead || size === 0) return { ...whole, status: 200 }
  return { ...whole, status: range === null ? 200 : 206, stream: read(first, last), skipsQueue: true }
}
