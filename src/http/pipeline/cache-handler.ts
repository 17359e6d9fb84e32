import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from '#ports/log.ts'
import { conditionalResponse } from '#http/caching/conditional-request.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import type { OwnHosts } from '#http/auth/own-hosts.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { ConnectionTable } from '#http/limits/connection-table.ts'
import { requestIdFrom } from './request-log.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'
import { MAX_OUT_OF_TURN_BYTES } from '#http/caching/variant.ts'
import { negotiatedTarget, type TargetKeys } from '#http/caching/target-keys.ts'

type Ports = {
  cache: ResponseCache
  targetKeys: TargetKeys
  connections: ConnectionTable
  hosts: OwnHosts
  log: Log
  lifecycle: Lifecycle
}

const joinedHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/**
 * Stands before the router and writes a cached response straight to the socket. The router handles everything else and
 * fills the cache; both send the same headers because the cache holds them.
 */
export const cacheHandler =
  (
    { cache, targetKeys, connections, hosts, log, lifecycle }: Ports,
    router: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): RequestListener =>
  (request, response) => {
    const { method = '', url = '', headers } = request
    const isRead = (method === 'GET' || method === 'HEAD') && !lifecycle.isDraining()
    const isAdmitted = connections.of(request.socket)?.isGuest !== true && hosts.check(request) === 'ours'
    const key =
      isRead && isAdmitted
        ? (targetKeys.find(url) ?? targetKeys.find(negotiatedTarget(url, headers.accept)))
        : undefined
    const cached =
      key === undefined ? undefined : cache.peek(key, negotiateEncoding(joinedHeader(headers['accept-encoding'])))
    if (cached === undefined || cached.byteLength > MAX_OUT_OF_TURN_BYTES) {
      router(request, response).catch((error: unknown) => log.error({ err: error }, 'a response could not be sent'))
      return
    }
    const { status, headers: sent, body } = conditionalResponse(cached.ready, headers['if-none-match'])
    const requestId = requestIdFrom(joinedHeader(headers['x-request-id']))
    // Node has read them when it returns, so the next response may have them with another id.
    sent[sent.length - 1] = requestId
    response.writeHead(status, sent)
    if (method === 'HEAD' || body === null) response.end()
    else response.end(body, 'latin1')
    // A line each would cost as much as the responses; they show at LOG_LEVEL=debug.
    log.debug({ requestId, method, status }, 'request answered from the cache')
  }
