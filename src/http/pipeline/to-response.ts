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

/** A completed reply as Hono sends it. */
export const replyToResponse = (reply: Reply, ifNoneMatch?: string): Response => {
  const variant = variantOf(reply.status, reply.bytes ?? reply.body, reply.headers)
  const response = variantToResponse(variant, ifNoneMatch)
  for (const cookie of reply.cookies ?? []) response.headers.append('Set-Cookie', cookie)
  return response
}
