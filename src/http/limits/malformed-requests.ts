import { byteSize } from '#core/numbers.ts'
import { maxHeaderSize, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionTable } from './connections.ts'

/** Statuses for Node's errors about a request that could not be parsed. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const REMEDIES: Record<number, string> = {
  400: 'This is not a valid HTTP/1.1 request.',
  408: 'The request did not arrive in time.',
  413: 'The chunk extensions are too long.',
  431: `The URL and the headers together are larger than ${byteSize(maxHeaderSize)}; make them shorter.`,
}

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/**
 * Whether the client expects a response without a body (RFC 9110 section 9.3.2): it would take a body for the next response.
 * Node reads even large headers in a few pieces, so the unparsed packet usually begins with the method.
 */
const isHead = ({ rawPacket }: ParseError, request: IncomingMessage | undefined): boolean =>
  request === undefined ? rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ' : request.method === 'HEAD'

/**
 * Answers a malformed request and closes the connection. Node would send a bare status line; this says why, as text that a
 * browser does not sniff. A connection with a response in progress or pending is closed without an answer.
 */
export const refuseMalformed =
  (connections: ConnectionTable) =>
  (error: ParseError, socket: Socket): void => {
    const { response = null, nextResponse = null } = connections.of(socket) ?? {}
    const isAnswering = nextResponse !== null || response?.headersSent === true
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
      socket.destroy(error)
      return
    }
    const status = STATUSES[error.code ?? ''] ?? 400
    const text = `${REMEDIES[status] ?? ''}\n`
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
    ]
    const body = isHead(error, response?.req) ? '' : text
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
