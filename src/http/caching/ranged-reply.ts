import type { Context } from 'hono'
import { TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import { parseByteRange } from './byte-range.ts'
import { matchesEtag } from './conditional-request.ts'

/** Bytes that never change under their entity tag. */
export type RangedContent = {
  size: number
  /** Strong, with its quotation marks. */
  etag: string
  type: string
  headers?: Record<string, string>
  /** The bytes from the first to the last, piece by piece. A failure before the first piece gets its own status. */
  read: (first: number, last: number) => AsyncIterable<Uint8Array>
}

/** `If-Range` names the bytes that the client has a part of: of others it gets all (RFC 9110 section 13.1.5). */
const wantsPart = ({ req }: Context, etag: string): boolean => {
  const known = req.header('if-none-match')
  if (known !== undefined && matchesEtag(known, etag)) return false
  const ifRange = req.header('if-range')
  return ifRange === undefined || ifRange.trim() === etag
}

/**
 * Answers a GET or HEAD with all of it, or with the part that `Range` asks for: 206, or 416 behind the end. The pipeline makes a 304 of
 * it where the client has the bytes already.
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
      body: `There are ${size} bytes.\n`,
      type: TEXT_TYPE,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` },
    }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const part: Record<string, string> = range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }
  const whole = { body: '', type, headers: { ...headers, ...part, 'Content-Length': String(last - first + 1) } }
  if (isHead || size === 0) return { ...whole, status: 200 }
  return { ...whole, status: range === null ? 200 : 206, stream: read(first, last), isOutOfTurn: true }
}
