import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'

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

/** Reads past what is left of a refused body: only then can the next request come over the same connection. */
const drainBody = async (body: ReadableStream): Promise<void> => {
  try {
    for await (const _ of body);
  } catch {
    // The client hung up, or sent for so long that the server did.
  }
}

/**
 * The pieces of a body of at most `limit` bytes; more is refused as soon as it is known. Throws `too_large` or, where
 * the connection ends before the body, `malformed`.
 */
export async function* bodyPieces(context: Context, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (Number(context.req.header('content-length') ?? 0) > limit) throw tooLarge(limit)
  const { body } = context.req.raw
  if (body === null) return
  let size = 0
  let isWhole = false
  try {
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      yield chunk
    }
    isWhole = true
  } catch (error) {
    throw abortedFailure(error)
  } finally {
    if (!isWhole) void drainBody(body)
  }
}

/** The body of at most `limit` bytes. Throws `too_large` or `malformed`. */
export const readBodyBytes = async (context: Context, limit: number): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(bodyPieces(context, limit)))

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
 * one wait for the collector longer than the request takes. Throws `too_large` or `malformed`.
 */
export const readBodyText = async (context: Context, limit: number): Promise<string> => {
  const decode = utf8Decoder()
  let text = ''
  for await (const piece of bodyPieces(context, limit)) text += decode(piece)
  return text + decode()
}
