import { ServerResponse, type IncomingMessage } from 'node:http'
import { bytesToCome, bringsBody } from './bytes-to-come.ts'
import { drainingBudget } from './draining-budget.ts'

/** A body of this size is read to its end, so that the next request can come over the same connection. */
const KEPT_OPEN_BYTES = 256 * 1_024
/** How long a client that is still sending has to read the answer before its connection ends. */
const LINGER_MS = 5_000
/** About what Node reads at once. */
const PIECE_BYTES = 64 * 1_024
const ASK_AGAIN_MS = 100

const isContent = (given: unknown): given is string | Uint8Array =>
  typeof given === 'string' || given instanceof Uint8Array

/** As Node makes a response. */
type ResponseClass = new (request: IncomingMessage, options: unknown) => ServerResponse

/**
 * A response that may be complete before the body of its request has come. Node reads such a body to its end, however large;
 * closing the connection at once would take the answer from a client that is still sending (RFC 9112 section 9.6).
 * Here a small body is read past, and the connection goes on. Otherwise the answer says that the connection ends, is
 * sent whole, and then the client has a moment to read it. Meanwhile its body is read as far as the budget of the process
 * goes: for those who read no answer before they have sent everything, and no further, as each piece waits for the collector.
 */
const lingeringClass = (mayDrain: (bytes: number) => boolean, lingerMs: number): typeof ServerResponse =>
  class LingeringResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    #leavesBody: boolean | null = null
    #isLingering = false

    #decide(): boolean {
      if (this.#leavesBody !== null) return this.#leavesBody
      const bytes = this.req.complete ? 0 : bytesToCome(this.req)
      this.#leavesBody = bytes > 0 && !(bytes <= KEPT_OPEN_BYTES && mayDrain(bytes))
      if (this.#leavesBody) this.shouldKeepAlive = false
      return this.#leavesBody
    }

    override writeHead(...given: unknown[]): this {
      this.#decide()
      return super.writeHead(...(given as [number]))
    }

    override end(...given: unknown[]): this {
      if (this.#isLingering) return this
      if (!this.#decide() || this.req.complete) return super.end(...(given as [string]))
      this.#isLingering = true
      const [content, encoding] = given
      const done = given.find((value) => typeof value === 'function')
      // Only with its length is an answer whole before it has ended.
      if (!this.headersSent) this.setHeader('Content-Length', isContent(content) ? Buffer.byteLength(content) : 0)
      const linger = (): void => this.#linger(() => super.end(...([done] as [() => void])))
      if (isContent(content) && content.length > 0)
        this.write(content, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8', linger)
      else {
        this.flushHeaders()
        linger()
      }
      return this
    }

    #linger(end: () => void): void {
      const { req: request } = this
      let allowed = 0
      let waiting: NodeJS.Timeout | undefined
      const readOn = (): void => {
        if (mayDrain(PIECE_BYTES)) {
          allowed += PIECE_BYTES
          request.resume()
        } else waiting = setTimeout(readOn, ASK_AGAIN_MS)
      }
      const timer = setTimeout(end, lingerMs)
      this.once('close', () => {
        clearTimeout(timer)
        clearTimeout(waiting)
      })
      request.once('end', end)
      request.on('data', ({ byteLength }: Uint8Array) => {
        allowed -= byteLength
        if (allowed > 0) return
        request.pause()
        readOn()
      })
      request.pause()
      readOn()
    }
  }

/** What Node makes responses with: those to requests without a body are its own, which cost less to make and to send. */
export const lingeringResponse = ({
  mayDrain = drainingBudget(),
  lingerMs = LINGER_MS,
} = {}): typeof ServerResponse => {
  const Lingering = lingeringClass(mayDrain, lingerMs) as ResponseClass
  const Plain = ServerResponse as ResponseClass
  // Whatever `new` calls may return an object of its own; an arrow function cannot be called so.
  function ResponseOf(request: IncomingMessage, options: unknown): ServerResponse {
    return bringsBody(request) ? new Lingering(request, options) : new Plain(request, options)
  }
  return ResponseOf as unknown as typeof ServerResponse
}
