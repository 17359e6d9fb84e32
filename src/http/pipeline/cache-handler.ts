import type { Context } from 'hono'
import {
  cachedResponse,
  type CachedResponse,
  PUBLIC_CACHE_CONTROL,
  type ResponseCache,
  negotiatedTarget,
  type TargetKeys,
} from '#http/caching/response-cache.ts'
import { entityTag, conditionalResponse } from '#http/caching/conditional-request.ts'
import { negotiateEncoding, MAX_UNQUEUED_BYTES, type Variant } from '#http/caching/content-encoding.ts'
import { readQuery } from '#http/input/query.ts'
import { turnAfter } from '#http/routing/turns.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'
import { continueTrace } from '#core/trace-context.ts'
import { withinTrace } from '#tracing/current-trace.ts'
import { completeReply } from './response.ts'
import type { Negotiated } from './negotiated-route.ts'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Metrics } from '#ports/metrics.ts'
import type { Log } from '#ports/runtime.ts'
import type { LiveSite } from '#ports/site.ts'
import type { OwnHosts } from '#http/auth/own-hosts.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { ConnectionTable } from '#http/limits/connections.ts'
import { requestIdFrom } from './request-log.ts'

export type CacheableReadPorts = {
  cache: ResponseCache
  targetKeys: TargetKeys
  /** The release, as part of every entity tag. */
  build: string
  isHttps(): boolean
  takeTurn: TakeTurn
  site: Pick<LiveSite, 'refresh'>
  metrics: Metrics
}

/** Path and query as they stand in the request line. */
const requestTarget = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length))

/**
 * The route with the parsed parameters of its path and query, in a fixed order, and the media type if it has several.
 * Unknown parameters and other spellings or encodings of a value do not change the key. Throws `invalid` like the handler.
 */
// The path of the route comes first: `routeOf` reads it.
const cacheKey = ({ route, type }: Negotiated, context: Context, time: string | null): string => {
  const { path, query }: Route = route
  const parts = [path, context.req.param(), query === undefined ? {} : readQuery(context, query)]
  return JSON.stringify([...parts, ...(type === null ? [] : [type]), ...(time === null ? [] : [{ time }])])
}

/** The path of the route in a cache key, as JSON has it. */
const routeOf = (key: string): string => key.slice(2, key.indexOf('"', 2))

/** Answers a read that changes only with the corpus, from the cache if possible. */
export const cacheableRead = async (
  negotiated: Negotiated,
  context: Context,
  ports: CacheableReadPorts,
): Promise<Variant> => {
  const { route, type } = negotiated
  const time = route.dependsOnTime?.(context) ?? null
  const key = cacheKey(negotiated, context, time)
  const encoding = negotiateEncoding(context.req.header('accept-encoding'))
  const completion = { cacheControl: PUBLIC_CACHE_CONTROL, allowCors: route.allowCors, isHttps: ports.isHttps() }
  const build = async (revision: number): Promise<CachedResponse> => {
    // A response that is kept for this revision must not show settings of an older one.
    await ports.site.refresh()
    const reply = completeReply(await route.handle(context), completion)
    await turnAfter(reply.body)
    // A partial response differs from the whole one of the same revision, so its tag does, too.
    const named = reply.isPartial === true ? `${key} ${reply.body}` : key
    return cachedResponse(reply, entityTag(revision, named, ports.build))
  }
  const known = ports.cache.peek(key, encoding)
  const isCheap = known !== undefined && known.body.byteLength <= MAX_UNQUEUED_BYTES
  ports.metrics.lookedUp(known === undefined ? 'miss' : 'hit')
  const variant = isCheap ? known : await ports.takeTurn(context, () => ports.cache.load(key, encoding, build))
  // The key of another day would be another one.
  if (time !== null) return variant
  const target = requestTarget(context)
  ports.targetKeys.remember(type === null ? target : negotiatedTarget(target, context.req.header('accept')), key)
  return variant
}

type Ports = {
  cache: ResponseCache
  targetKeys: TargetKeys
  connections: ConnectionTable
  hosts: OwnHosts
  log: Log
  lifecycle: Lifecycle
  metrics: Metrics
}

const joinedHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

const traceHeadersOf = ({ traceparent, tracestate }: IncomingHttpHeaders) => ({
  traceparent: joinedHeader(traceparent),
  tracestate: joinedHeader(tracestate),
})

/**
 * Sits in front of the router and writes a cached response straight to the socket. The router handles everything else and
 * fills the cache; both send the same headers, because the cache holds them.
 */
export const cacheHandler =
  (
    { cache, targetKeys, connections, hosts, log, lifecycle, metrics }: Ports,
    router: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): RequestListener =>
  (request, response) => {
    const startedAt = performance.now()
    const { method = '', url = '', headers } = request
    const isRead = (method === 'GET' || method === 'HEAD') && !lifecycle.isDraining()
    const isAdmitted = connections.of(request.socket)?.isOverflow !== true && hosts.check(request) === 'ours'
    const key =
      isRead && isAdmitted
        ? (targetKeys.find(url) ?? targetKeys.find(negotiatedTarget(url, headers.accept)))
        : undefined
    const cached =
      key === undefined ? undefined : cache.peek(key, negotiateEncoding(joinedHeader(headers['accept-encoding'])))
    if (key === undefined || cached === undefined || cached.body.byteLength > MAX_UNQUEUED_BYTES) {
      router(request, response).catch((error: unknown) => log.error({ err: error }, 'a response could not be sent'))
      return
    }
    const { status, headers: sent, body } = conditionalResponse(cached, headers['if-none-match'])
    const requestId = requestIdFrom(joinedHeader(headers['x-request-id']))
    response.writeHead(status, [...sent, 'X-Request-Id', requestId])
    if (method === 'HEAD' || body === null) response.end()
    else response.end(body)
    metrics.lookedUp('hit')
    metrics.answered({ method, route: routeOf(key), status, seconds: (performance.now() - startedAt) / 1_000 })
    // At level info, logging would cost as much as the response itself.
    const note = (): void => log.debug({ requestId, method, status }, 'request answered from the cache')
    if (headers.traceparent === undefined) note()
    else withinTrace(continueTrace(traceHeadersOf(headers)), note)
  }
