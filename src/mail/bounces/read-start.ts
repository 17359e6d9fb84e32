import type { Readable } from 'node:stream'

/** The first bytes of a stream; the rest is read past, so that whoever writes it is not stopped. */
export const readStart = async (stream: Readable, limit: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (size < limit) pieces.push(piece.subarray(0, limit - size))
    size += piece.length
  }
  return Buffer.concat(pieces)
}
