import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { announcedBytes, holdBody, sentBody } from './sent-body.ts'

const tooLarge = (limit: number): Failure =>
  new Failure('too_large', `The body is larger than the limit of ${limit} bytes.`)

/** Bodies come as they are: what a small one unpacks to, nobody knows. Throws `unsupported_media_type`. */
export const refuseCompressed = (context: Context): void => {
  const encoding = context.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new Failure('unsupported_media_type', 'The body must not be compressed; send it without Content-Encoding.')
}

/** A client that hangs up is no defect of ours: no stack trace is logged for it, and nobody is left to read the answer. */
const abortedFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('malformed', 'The connection ended before the body was complete.', { cause: error })

/**
 * The pieces of a body of at most `limit` bytes; more is refused as soon as it is known. Throws `too_large` or, where
 * the connection ends before the body, `malformed`.
 */
export async function* bodyPieces(context: Context, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (announcedBytes(context) > limit) throw tooLarge(limit)
  const pieces = sentBody(context)
  if (pieces === null) return
  let size = 0
  try {
    for await (const piece of pieces) {
      size += piece.byteLength
      if (size > limit) throw tooLarge(limit)
      yield piece
    }
  } catch (error) {
    throw abortedFailure(error)
  }
}

/** The pieces of a body that is kept: they count until the request is answered. Throws `unavailable`, too. */
async function* keptPieces(context: Context, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bodyPieces(context, limit)) {
    holdBody(context, piece.byteLength)
    yield piece
  }
}

const gather = async (context: Context, limit: number, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const length = announcedBytes(context)
  if (length === 0 || length > limit) return Buffer.concat(await Array.fromAsync(pieces))
  const bytes = new Uint8Array(length)
  let size = 0
  for await (const piece of pieces) {
    bytes.set(piece, size)
    size += piece.byteLength
  }
  return bytes
}

/**
 * The body of at most `limit` bytes. One that says how large it is goes piece by piece to where it stays: pieces that are
 * kept until the last one are as much memory again. Throws `too_large`, `malformed` or `unavailable`.
 */
export const readBodyBytes = (context: Context, limit: number): Promise<Uint8Array> =>
  gather(context, limit, keptPieces(context, limit))

/**
 * The same with its SHA-256 (hex), computed as the pieces come: that of a whole body would keep others waiting, and so would the
 * copy that a thread needs.
 */
export const readDigestedBody = async (
  context: Context,
  limit: number,
): Promise<{ bytes: Uint8Array; digest: string }> => {
  const hash = createHash('sha256')
  const digested = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of keptPieces(context, limit)) {
      hash.update(piece)
      yield piece
    }
  }
  return { bytes: await gather(context, limit, digested()), digest: hash.digest('hex') }
}

/** Makes text of bytes that come in pieces; a call without any ends the text. Throws `malformed`. */
const utf8Decoder = (): ((bytes?: Uint8Array) => string) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (error) {
      throw new Failure('malformed', 'The body is not valid UTF-8.', { cause: error })
    }
  }
}

/**
 * The body as text of at most `limit` bytes. Each piece becomes text when it comes: bytes that are kept until the last
 * one wait for the collector longer than the request takes. Throws `too_large`, `malformed` or `unavailable`.
 */
export const readBodyText = async (context: Context, limit: number): Promise<string> => {
  const decode = utf8Decoder()
  let text = ''
  for await (const piece of keptPieces(context, limit)) text += decode(piece)
  return text + decode()
}
