import { conditionalResponse } from '#http/caching/conditional-request.ts'
import { variantOf, type Variant } from '#http/caching/variant.ts'
import type { Reply } from '#http/routing/reply.ts'

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

/** What a streamed body is made of. */
export type BodyPiece = string | Uint8Array

const encoder = new TextEncoder()

/** Pieces as bytes; the next one is made only when the client has taken what came before. */
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

/** A completed reply whose body comes in pieces; none is made for a client that has it already. */
export const streamToResponse = async (
  { status, headers }: Reply,
  pieces: AsyncIterator<BodyPiece>,
  ifNoneMatch: string | undefined,
): Promise<Response> => {
  const known = variantToResponse(variantOf(status, '', headers), ifNoneMatch)
  if (known.status === 304) return known
  // If the first piece fails, nothing has been sent yet, so the failure gets its own status.
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
