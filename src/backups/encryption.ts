import { createHash } from 'node:crypto'
import { compose, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import type { StoredBytes } from '#core/backups.ts'
import { Failure, messageOf } from '#core/failure.ts'

type Pieces = AsyncIterable<Uint8Array>

/** Passes pieces on, and tells their size and digest once all have passed. */
export const measured = (pieces: Pieces): { pieces: Pieces; result: () => StoredBytes } => {
  const digest = createHash('sha256')
  let bytes = 0
  let hex: string | null = null
  return {
    pieces: (async function* () {
      for await (const piece of pieces) {
        digest.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    })(),
    result: () => ({ bytes, sha256: (hex ??= digest.digest('hex')) }),
  }
}

/** Reads pieces to their end. */
export const measure = async (pieces: Pieces): Promise<StoredBytes> => {
  const all = measured(pieces)
  for await (const _ of all.pieces);
  return all.result()
}

/** Throws `invalid` for a public key that nothing could be encrypted for. */
const encrypterFor = (recipient: string): Encrypter => {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new Failure('invalid', 'BACKUP_RECIPIENT is no public key of age: copy it again as age-keygen printed it.', {
      cause: error,
    })
  }
  return encrypter
}

/** Encrypts as `age --recipient` does, a piece of 64 KiB at a time. */
export async function* encrypt(pieces: Pieces, recipient: string): AsyncGenerator<Uint8Array> {
  yield* await encrypterFor(recipient).encrypt(ReadableStream.from(pieces))
}

/** Decrypts as `age --decrypt` does. Throws `unavailable` if the key does not fit or anything is missing or changed. */
export async function* decrypt(pieces: Pieces, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
    yield* await decrypter.decrypt(ReadableStream.from(pieces))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      'unavailable',
      `It cannot be decrypted: it was changed, or encrypted for another key than that of BACKUP_IDENTITY_FILE (${messageOf(error)}).`,
      { cause: error },
    )
  }
}

export const compressPieces = (pieces: Pieces): Pieces => compose(Readable.from(pieces), createZstdCompress())

export const decompressPieces = (pieces: Pieces): Pieces => compose(Readable.from(pieces), createZstdDecompress())
