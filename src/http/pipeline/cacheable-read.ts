import type { Context } from 'hono'
import { cachedResponse } from '#http/caching/cached-response.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'
import type { Variant } from '#http/caching/variant.ts'
import type { Route } from '#http/routing/route.ts'
import { completeReply } from './complete-reply.ts'

export type CacheableReadPorts = {
  cache: ResponseCache
  /** Tells releases apart in validators. */
  build: string
  isHttps(): boolean
}

const PUBLIC_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/** Path and query as they stand in the request line: the key of the cache. */
const requestTarget = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

/** Reads what changes only with the corpus, from the cache where it is there. */
export const cacheableRead = (route: Route, context: Context, ports: CacheableReadPorts): Promise<Variant> => {
  const target = requestTarget(context)
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  const completion = { cacheControl: PUBLIC_CACHE_CONTROL, allowCors: route.allowCors, isHttps: ports.isHttps() }
  return ports.cache.load(target, encoding, async (revision) => {
    const reply = completeReply(await route.handle(context), completion)
    return cachedResponse(reply, entityTag(revision, target, ports.build))
  })
}
