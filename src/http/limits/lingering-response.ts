import { ServerResponse, type IncomingMessage } from 'node:http'
import { announcedBodyBytes, hasBody, drainBudget } from './body-budget.ts'

/** A body up to this size is read to its end, so that the connection can be used again. */
const KEPT_OPEN_BYTES = 256 * 1_024
/** How long a client that is still sending has to read the answer before the connection is closed. */
const LINGER_MS = 5_000
/** Roughly what Node reads at once. */
const PIECE_BYTES = 64 * 1_024
const ASK_AGAIN_MS = 100

const isContent = (given: unknown): given is string | Uint8Array =>
  typeof given === 'string' || given instanceof Uint8Array

/** The constructor that Node calls. */
type ResponseClass = new (request: IncomingMessage, options: unknown) => ServerResponse

/**
 * A response that may be complete before the body of its request has arrived. Node reads such a body to its end, however
 * large; closing the connection at once could destroy the answer before a client that is still sending has read it
 * (RFC 9112 section 9.6). Here a small body is read and discarded, and the connection stays open. Otherwise the answer
 * announces that the connection closes, is sent whole, and the client gets a moment to read it. Meanwhile the body is read
 * for clients that send everything before they read, but only within the budget of the process, since each piece is garbage.
 */
const lingeringClass = (mayDrain: (bytes: number) => boolean, lingerMs: number): typeof ServerResponse =>
  class LingeringResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    #leavesBody: boolean | null = null
    #isLingering = false

    #decide(): boolean {
      if (this.#leavesBody !== null) return this.#leavesBody
      const bytes = this.req.complete ? 0 : announcedBodyBytes(this.req)
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
      // Without its length, the client could not know that the answer is complete while the connection stays open.
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

/** The response class for Node's server. Requests without a body get Node's own class, which is cheaper. */
export const lingeringResponse = ({ mayDrain = drainBudget(), lingerMs = LINGER_MS } = {}): typeof ServerResponse => {
  const Lingering = lingeringClass(mayDrain, lingerMs) as ResponseClass
  const Plain = ServerResponse as ResponseClass
  // A constructor function may return another object; an arrow function cannot be a constructor.
  function ResponseOf(request: IncomingMessage, options: unknown): ServerResponse {
    return hasBody(request) ? new Lingering(request, options) : new Plain(request, options)
  }
  return ResponseOf as unknown as typeof ServerResponse
}
