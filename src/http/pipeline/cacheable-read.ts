import type { Context } from 'hono'
import type { Reply } from '#http/routing/reply.ts'
import { entityTag, conditionalStatus } from '#http/caching/conditional-request.ts'
import { withCorsHeaders } from './cors.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import { cachedResponse, type CachedResponse } from '#http/caching/cached-response.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'
import type { Route } from '#http/routing/route.ts'
import { securityHeaders } from './security-headers.ts'

export type CacheableReadPorts = {
  cache: ResponseCache
  /** Tells releases apart in validators. */
  build: string
  isHttps(): boolean
}

const PUBLIC_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/** A public answer with every header it will ever carry, ready to be kept. */
const prepare = (answer: Reply, { allowCors }: Route, tag: string, isHttps: boolean): CachedResponse => {
  const security = Object.fromEntries(securityHeaders(answer.type, isHttps))
  const headers = { 'Cache-Control': PUBLIC_CACHE_CONTROL, ...answer.headers, ...security }
  return cachedResponse({ ...answer, headers: allowCors ? withCorsHeaders(headers) : headers }, tag)
}

/** Path and query as they stand in the request line: what the cache knows an answer by. */
const requestTarget = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

const headerPairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? ''])

/** Answers a read that changes only with the corpus from the ready answers. */
export const cacheableRead = async (route: Route, context: Context, ports: CacheableReadPorts): Promise<Response> => {
  const question = requestTarget(context)
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  const variant = await ports.cache.load(question, encoding, async (revision) =>
    prepare(await route.handle(context), route, entityTag(revision, question, ports.build), ports.isHttps()),
  )
  const status = conditionalStatus(variant, context.req.header('if-none-match'))
  return new Response(status === 304 ? null : (variant.body as Uint8Array<ArrayBuffer>), {
    status,
    headers: headerPairs(status === 304 ? variant.notModifiedHeaders : variant.headers),
  })
}
