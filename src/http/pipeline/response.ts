import type { Context } from 'hono'
import type { Failure } from '#core/failure.ts'
import type { Reply } from '#http/routing/reply.ts'
import { withCorsHeaders, securityHeaders } from './response-headers.ts'
import { conditionalResponse } from '#http/caching/conditional-request.ts'
import { variantOf, type Variant } from '#http/caching/content-encoding.ts'

/** The requested address with the id of the paper that a duplicate was merged into; null for any other failure. */
export const mergedPaperLocation = (failure: Failure, context: Context): string | null => {
  const { mergedInto } = failure.members
  if (failure.code !== 'merged' || typeof mergedInto !== 'string') return null
  const { pathname, search } = new URL(context.req.url)
  const requested = context.req.param('id') ?? ''
  // An ending after the id, such as .bib, stays.
  const id = /^[^.]+/u.exec(requested)?.[0] ?? requested
  const address = decodeURI(pathname).replace(`/${id}`, `/${mergedInto}`)
  return `${encodeURI(address)}${search}`
}

type Completion = { cacheControl: string; allowCors: boolean; isHttps: boolean }

const BODYLESS = new Set([204, 304])

/**
 * Adds the headers that do not depend on the handler: type, caching, security and CORS. Every reply passes through here
 * once, on its way out or into the cache.
 */
export const completeReply = (reply: Reply, { cacheControl, allowCors, isHttps }: Completion): Reply => {
  const type = BODYLESS.has(reply.status) ? null : reply.type
  const headers = {
    ...(type === null ? {} : { 'Content-Type': type }),
    'Cache-Control': cacheControl,
    ...reply.headers,
    ...securityHeaders({ contentType: type, isHttps, allowCors, framing: reply.framing }),
  }
  return { ...reply, headers: allowCors ? withCorsHeaders(headers) : headers }
}

const headerPairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? ''])

/** A response as Hono sends it: whole, or 304. */
export const variantToResponse = (variant: Variant<Buffer | string>, ifNoneMatch: string | undefined): Response => {
  const { status, headers, body } = conditionalResponse(variant, ifNoneMatch)
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? (body as Buffer<ArrayBuffer> | string) : null, {
    status,
    headers: headerPairs(headers),
  })
}

export type BodyPiece = string | Uint8Array

const encoder = new TextEncoder()

/** A stream of bytes; each piece is made only when the client has taken the ones before. */
const byteStream = (first: IteratorResult<BodyPiece>, pieces: AsyncIterator<BodyPiece>): ReadableStream<Uint8Array> => {
  let made: IteratorResult<BodyPiece> | null = first
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = made ?? (await pieces.next())
        made = null
        if (done === true) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  )
}

/** Sends a completed reply in pieces; none is made for a client that already has the content. */
export const streamToResponse = async (
  { status, headers }: Reply,
  pieces: AsyncIterator<BodyPiece>,
  ifNoneMatch: string | undefined,
): Promise<Response> => {
  const known = variantToResponse(variantOf(status, '', headers), ifNoneMatch)
  if (known.status === 304) return known
  // Made before the headers are sent, so that a failure of the first piece gets its own status.
  const first = await pieces.next()
  return new Response(byteStream(first, pieces), { status, headers: known.headers })
}

/** A completed reply as Hono sends it. */
export const replyToResponse = (reply: Reply, ifNoneMatch?: string): Response => {
  const variant = variantOf(reply.status, reply.bytes ?? reply.body, reply.headers)
  const response = variantToResponse(variant, ifNoneMatch)
  for (const cookie of reply.cookies ?? []) response.headers.append('Set-Cookie', cookie)
  return response
}
