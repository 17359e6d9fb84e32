import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bearsToken } from '#core/access/bearer-token.ts'
import { Failure, messageOf } from '#core/failure.ts'
import type { Exposition } from '#ports/metrics.ts'
import type { Log } from '#ports/runtime.ts'

const TIMEOUT_MS = 10_000
const MOST_CONNECTIONS = 32

const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void => {
  const type = 'text/plain; charset=utf-8'
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers })
  response.end(body)
}

type Ports = { exposition: Exposition; token: string | null; log: Log }

const answer = async ({ exposition, token, log }: Ports, request: IncomingMessage, response: ServerResponse) => {
  const [path] = (request.url ?? '').split('?')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (path !== '/metrics') return send(response, 404, 'There is only /metrics here.\n')
  if (!isRead) return send(response, 405, 'Only GET is allowed here.\n', { Allow: 'GET, HEAD' })
  if (token !== null && !bearsToken(request.headers.authorization, token))
    return send(response, 401, 'Send METRICS_TOKEN as a bearer token.\n', { 'WWW-Authenticate': 'Bearer' })
  try {
    return send(response, 200, await exposition.read(), { 'Content-Type': exposition.type })
  } catch (error) {
    log.error({ err: error }, 'the metrics could not be read')
    return send(response, 503, 'The metrics could not be read; the log says why.\n')
  }
}

/** Serves nothing but /metrics at an address of its own. Throws `unavailable` if it cannot listen there. */
export const listenForMetrics = async (
  { host, port }: { host: string; port: number },
  ports: Ports,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => void answer(ports, request, response))
  server.requestTimeout = TIMEOUT_MS
  server.headersTimeout = TIMEOUT_MS
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Failure('unavailable', `METRICS_ADDRESS cannot be listened on: ${messageOf(error)}.`, { cause: error }),
      ),
    )
    server.listen({ host, port }, resolve)
  })
  const bound = server.address() as AddressInfo
  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}/metrics`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}
