import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

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
      // After an early answer the rest of a body may not be read; a lost response rejects.
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

export type RawResponse = { status: number; headers: IncomingMessage['headers']; body: string }

/** What fetch does not let through: a header sent twice, unusual methods, bodies in pieces of unknown length. */
export const rawRequest = async (
  address: string,
  options: { method: string; headers?: Record<string, string | string[]>; chunks?: readonly (string | Uint8Array)[] },
): Promise<RawResponse> => {
  const { method, headers = {}, chunks = [] } = options
  const sent = request(address, { method, headers, agent: false })
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>
  // The server may have answered and hung up before all is written.
  sent.on('error', () => {})
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [message] = await responded
  return { status: message.statusCode ?? 0, headers: message.headers, body: await text(message) }
}

/** A client that controls each byte: it stops in the middle, dawdles, or hangs up. */
export type RawSocket = {
  write(text: string): void
  /** What came, once it holds this text; fails when the connection ends before. */
  until(text: string): Promise<string>
  /** All that came, once the other side has ended the connection. */
  ended(): Promise<string>
  hangUp(): void
}

export const openSocket = async (url: string): Promise<RawSocket> => {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  await once(socket, 'connect')
  // From here on a broken connection shows in what was received.
  socket.on('error', () => {})
  return {
    write: (text) => {
      socket.write(text)
    },
    until: async (text) => {
      while (!received.includes(text)) {
        if (socket.closed) throw new Error(`the connection ended after: ${received}`)
        await Promise.race([once(socket, 'data'), closed])
      }
      return received
    },
    ended: async () => {
      await closed
      return received
    },
    hangUp: () => socket.destroy(),
  }
}

/** The text of a submission, to be sent in parts. */
export const submissionText = (apiKey: string, paper: Record<string, unknown>): { head: string; body: string } => {
  const body = JSON.stringify(paper)
  const head = [
    'POST /api/papers HTTP/1.1',
    'Host: 127.0.0.1',
    `X-API-Key: ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    '',
  ].join('\r\n')
  return { head, body }
}
