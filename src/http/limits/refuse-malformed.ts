import { byteSize } from '#core/numbers/byte-size.ts'
import { maxHeaderSize, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionTable } from './connection-table.ts'

/** What Node finds wrong with a request before there is one that could be answered, as statuses. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const REMEDIES: Record<number, string> = {
  400: 'This is no request of HTTP/1.1.',
  408: 'The request did not arrive in time.',
  413: 'The extensions of a chunk are too long.',
  431: `The address and the headers together have more than ${byteSize(maxHeaderSize)}: send less.`,
}

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/**
 * Whether the client awaits a response without a body (RFC 9110, section 9.3.2): bytes after its head would be taken for
 * the next response. Node reads large headers in one piece or in few, so that the method is mostly in what it could not parse.
 */
const isHead = ({ rawPacket }: ParseError, request: IncomingMessage | undefined): boolean =>
  request === undefined ? rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ' : request.method === 'HEAD'

/**
 * Answers what is no request, and ends the connection. Node would do so with a bare status line; here a client reads why, and
 * a browser takes the text for nothing else. A connection with a response under way, or another one to come, only ends.
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
