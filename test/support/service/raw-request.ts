import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; body: string }

/** What fetch does not let through: a header sent twice, unusual methods, bodies in pieces of unknown length. */
export const rawRequest = async (
  address: string,
  given: { method: string; headers?: Record<string, string | string[]>; chunks?: readonly (string | Uint8Array)[] },
): Promise<RawAnswer> => {
  const { method, headers = {}, chunks = [] } = given
  const sent = request(address, { method, headers, agent: false })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  // The server may have answered and hung up before all is written.
  sent.on('error', () => {})
  for (const chunk of chunks) sent.write(chunk)
  sent.end()
  const [answer] = await answered
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}
