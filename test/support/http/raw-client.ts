import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawRequest = {
  method: string
  /** Path and query as they go over the wire, without normalization. */
  target: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** Sent in pieces, without its length. */
  chunked: boolean
}

export type RawReply = { status: number; headers: IncomingHttpHeaders; body: string }

export type RawClient = { send(request: RawRequest): Promise<RawReply>; close(): void }

/** Sends what fetch would refuse or repair, over persistent connections. */
export const rawClient = (url: string): RawClient => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send = ({ method, target, headers, body, chunked }: RawRequest): Promise<RawReply> =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, agent, method, path: target, headers }, (reply) => {
        buffer(reply).then(
          (bytes) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: bytes.toString('utf8') }),
          reject,
        )
      })
      // After an early answer the rest of a body may find nobody; a lost response rejects the reading of it.
      sent.on('error', reject)
      if (body === null) sent.end()
      else if (chunked) {
        sent.setHeader('Transfer-Encoding', 'chunked')
        sent.write(body.slice(0, 7))
        sent.end(body.slice(7))
      } else {
        // Node leaves the length out for methods that rarely have a body.
        sent.setHeader('Content-Length', Buffer.byteLength(body))
        sent.end(body)
      }
    })
  return { send, close: () => agent.destroy() }
}
