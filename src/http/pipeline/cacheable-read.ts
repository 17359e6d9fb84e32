import type { Context } from 'hono'
import type { Answer } from '#http/routing/reply.ts'
import { entityTag, statusFor } from './conditional-request.ts'
import { allowAnyOrigin } from './cors.ts'
import { encodingFor } from './content-encoding.ts'
import { readyAnswer, type ReadyAnswer } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Route } from '#http/routing/route.ts'
import { securityHeaders } from './security-headers.ts'

export type PublicReadPorts = {
  cache: ResponseCache
  /** Tells releases apart in validators. */
  build: string
  isHttps(): boolean
}

const PUBLIC_CACHING = 'public, max-age=60, stale-while-revalidate=600'

/** A public answer with every header it will ever carry, ready to be kept. */
const prepare = (answer: Answer, { anyOrigin }: Route, tag: string, isHttps: boolean): ReadyAnswer => {
  const security = Object.fromEntries(securityHeaders(answer.type, isHttps))
  const headers = { 'Cache-Control': PUBLIC_CACHING, ...answer.headers, ...security }
  return readyAnswer({ ...answer, headers: anyOrigin ? allowAnyOrigin(headers) : headers }, tag)
}

/** Path and query as they stand in the request line: what the cache knows an answer by. */
const questionOf = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

const pairsOf = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? ''])

/** Answers a read that changes only with the corpus from the ready answers. */
export const publicRead = async (route: Route, context: Context, ports: PublicReadPorts): Promise<Response> => {
  const question = questionOf(context)
  const encoding = encodingFor(context.req.header('accept-encoding'))
  const variant = await ports.cache.load(question, encoding, async (revision) =>
    prepare(await route.handle(context), route, entityTag(revision, question, ports.build), ports.isHttps()),
  )
  const status = statusFor(variant, context.req.header('if-none-match'))
  return new Response(status === 304 ? null : (variant.body as Uint8Array<ArrayBuffer>), {
    status,
    headers: pairsOf(status === 304 ? variant.headersOfNotModified : variant.headers),
  })
}
