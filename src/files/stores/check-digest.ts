import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'

/**
 * Passes the pieces of a whole file on and compares them with its digest. Each piece waits for the next one, so that the last
 * is never given of a file that was changed: whoever counts bytes knows that it is not whole. Throws `unavailable` then.
 */
export async function* checkDigest(sha256: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  let held: Uint8Array | null = null
  for await (const piece of pieces) {
    digest.update(piece)
    if (held !== null) yield held
    held = piece
  }
  if (digest.digest('hex') !== sha256)
    throw new Failure('unavailable', `The file ${sha256} is not what it was: its content does not fit its digest.`)
  if (held !== null) yield held
}
