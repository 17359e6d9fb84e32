import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from '#ports/log.ts'
import { conditionalStatus } from '#http/caching/conditional-request.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import { requestIdFrom } from './request-log.ts'
import type { ResponseCache } from '#http/caching/response-cache.ts'

type Ports = { cache: ResponseCache; log: Log; lifecycle: Lifecycle }

const joinedHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/**
 * Stands before the router: an answer that is ready is written straight to the socket. Everything else, also the
 * making of such answers, is the router's; the two send the same headers because the cache holds them.
 */
export const cacheHandler =
  (
    { cache, log, lifecycle }: Ports,
    router: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): RequestListener =>
  (request, response) => {
    const { method = '', url = '', headers } = request
    const isRead = (method === 'GET' || method === 'HEAD') && !lifecycle.isDraining()
    const ready = isRead ? cache.peek(url, negotiateEncoding(joinedHeader(headers['accept-encoding']))) : undefined
    if (ready === undefined) {
      router(request, response).catch((error: unknown) => log.error({ err: error }, 'an answer could not be sent'))
      return
    }
    const status = conditionalStatus(ready, headers['if-none-match'])
    const requestId = requestIdFrom(joinedHeader(headers['x-request-id']))
    const sent = status === 304 ? ready.notModifiedHeaders : ready.headers
    response.writeHead(status, [...sent, 'X-Request-Id', requestId])
    response.end(status === 304 || method === 'HEAD' ? undefined : ready.body)
    // A line each would cost as much as the answers; they show at LOG_LEVEL=debug.
    log.debug({ requestId, method, status }, 'request answered from the ready answers')
  }
