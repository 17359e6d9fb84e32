import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that has its bytes in its own hands: it stops in the middle, dawdles, or hangs up. */
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
