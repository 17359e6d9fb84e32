import type { Context } from 'hono'
import { cachedResponse, type CachedResponse } from '#http/caching/cached-response.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'
import type { TargetKeys } from '#http/caching/target-keys.ts'
import { MAX_OUT_OF_TURN_BYTES, type Variant } from '#http/caching/variant.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import type { TakeTurn } from './admission.ts'
import { completeReply } from './complete-reply.ts'

export type CacheableReadPorts = {
  cache: ResponseCache
  targetKeys: TargetKeys
  /** Tells releases apart in validators. */
  build: string
  isHttps(): boolean
  takeTurn: TakeTurn
}

/** What was retracted has left every cache after a minute: none may send it for longer, whatever its server says. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=60, must-revalidate'

/** Path and query as they stand in the request line. */
const requestTarget = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

/**
 * What a request asks for: the route with the parameters of its path and query as they were understood, in one order.
 * Unknown parameters, other encodings and other spellings of a value give no other key. Throws `invalid` like the handler.
 */
const cacheKey = ({ path, query }: Route, context: Context): string =>
  JSON.stringify([path, context.req.param(), query === undefined ? {} : readQuery(context, query)])

/** Reads what changes only with the corpus, from the cache where it is there. */
export const cacheableRead = async (route: Route, context: Context, ports: CacheableReadPorts): Promise<Variant> => {
  const key = cacheKey(route, context)
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  const completion = { cacheControl: PUBLIC_CACHE_CONTROL, allowCors: route.allowCors, isHttps: ports.isHttps() }
  const build = async (revision: number): Promise<CachedResponse> => {
    const reply = completeReply(await route.handle(context), completion)
    return cachedResponse(reply, entityTag(revision, key, ports.build))
  }
  const known = ports.cache.peek(key, encoding)
  const isCheap = known !== undefined && known.body.byteLength <= MAX_OUT_OF_TURN_BYTES
  const variant = isCheap ? known : await ports.takeTurn(context, () => ports.cache.load(key, encoding, build))
  ports.targetKeys.remember(requestTarget(context), key)
  return variant
}
