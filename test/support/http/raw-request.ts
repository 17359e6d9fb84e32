import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

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
