import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a receiver was sent. */
export type Received = { path: string; headers: Record<string, string>; body: string }

export type Receiver = {
  origin: string
  received: Received[]
  /** Emits `received` with each. */
  arrivals: EventEmitter
  /** Message ids and types in the order of their coming, such as `paper.accepted p1`. */
  told(): string[]
  /** How what comes next is answered; null for 204. */
  answerWith(answer: ((received: Received) => RequestListener) | null): void
  /** Requests in work at a time, at most. */
  mostAtOnce(): number
  close(): void
}

const nothing: RequestListener = (_request, response) => void response.writeHead(204).end()

const always =
  (listener: RequestListener): ((received: Received) => RequestListener) =>
  () =>
    listener

/** An event as tests name it. */
export const nameOf = ({ body }: Received): string => {
  const { type, data } = JSON.parse(body) as { type: string; data: { id?: string } }
  return data.id === undefined ? type : `${type} ${data.id}`
}

/** A server on this machine that takes webhooks. */
export const openReceiver = async (t: { after(close: () => void): void }): Promise<Receiver> => {
  const received: Received[] = []
  const arrivals = new EventEmitter()
  let answer = always(nothing)
  let [atOnce, most] = [0, 0]
  const server = createServer((request, response) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    response.once('close', () => (atOnce -= 1))
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
      received.push(one)
      arrivals.emit('received')
      return answer(one)(request, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrivals,
    told: () => received.map(nameOf),
    answerWith: (next) => {
      answer = next ?? always(nothing)
    },
    mostAtOnce: () => most,
    close,
  }
}

/** Answers with a status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): (() => RequestListener) =>
  () =>
  (_request, response) =>
    void response.writeHead(code, headers).end(`status ${code}`)
