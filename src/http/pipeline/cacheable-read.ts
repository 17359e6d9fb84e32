import type { Context } from 'hono'
import { cachedResponse, type CachedResponse } from '#http/caching/cached-response.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/cache-control.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'
import { negotiatedTarget, type TargetKeys } from '#http/caching/target-keys.ts'
import { MAX_OUT_OF_TURN_BYTES, type Variant } from '#http/caching/variant.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import type { TakeTurn } from './admission.ts'
import { completeReply } from './complete-reply.ts'
import type { Negotiated } from './negotiated-route.ts'

export type CacheableReadPorts = {
  cache: ResponseCache
  targetKeys: TargetKeys
  /** Tells releases apart in validators. */
  build: string
  isHttps(): boolean
  takeTurn: TakeTurn
}

/** Path and query as they stand in the request line. */
const requestTarget = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

/**
 * What a request asks for: the route with the parameters of its path and query as they were understood, in one order, and
 * the media type where there are several.
 * Unknown parameters, other encodings and other spellings of a value give no other key. Throws `invalid` like the handler.
 */
const cacheKey = ({ route, type }: Negotiated, context: Context): string => {
  const { path, query }: Route = route
  const asked = [path, context.req.param(), query === undefined ? {} : readQuery(context, query)]
  return JSON.stringify(type === null ? asked : [...asked, type])
}

/** Reads what changes only with the corpus, from the cache where it is there. */
export const cacheableRead = async (
  asked: Negotiated,
  context: Context,
  ports: CacheableReadPorts,
): Promise<Variant> => {
  const { route, type } = asked
  const key = cacheKey(asked, context)
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  const completion = { cacheControl: PUBLIC_CACHE_CONTROL, allowCors: route.allowCors, isHttps: ports.isHttps() }
  const build = async (revision: number): Promise<CachedResponse> => {
    const reply = completeReply(await route.handle(context), completion)
    return cachedResponse(reply, entityTag(revision, key, ports.build))
  }
  const known = ports.cache.peek(key, encoding)
  const isCheap = known !== undefined && known.byteLength <= MAX_OUT_OF_TURN_BYTES
  const variant = isCheap ? known : await ports.takeTurn(context, () => ports.cache.load(key, encoding, build))
  const target = requestTarget(context)
  ports.targetKeys.remember(type === null ? target : negotiatedTarget(target, context.req.header('accept')), key)
  return variant
}
