import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Passes on the pieces of a whole file and compares them with its digest. Each piece is held back until the next is read, so
 * that a changed file never arrives complete. Throws `unavailable` for a changed file.
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
    throw new Failure('unavailable', `The file ${sha256} has changed: its content does not match its digest.`)
  if (held !== null) yield held
}

const OWNER_ONLY = 0o600

export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** The failure for an error of the disk. */
export const diskFailure = (error: unknown): unknown => {
  if (error instanceof Failure) return error
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('storage_full', 'The disk for files is full; nothing was stored.', { cause: error })
  return code === undefined ? error : new Failure('unavailable', 'The file store does not answer.', { cause: error })
}

/** Runs disk operations, turning their errors into failures. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw diskFailure(error)
  }
}

/** Removes a file, if it is there. */
export const removeFile = async (path: string): Promise<void> => {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}

const writeAll = async (file: FileHandle, piece: Uint8Array): Promise<void> => {
  for (let written = 0; written < piece.byteLength;) written += (await file.write(piece, written)).bytesWritten
}

/** Passes on the pieces of a stream and records its error, to distinguish it from an error of the disk. */
async function* recordError(
  content: AsyncIterable<Uint8Array>,
  failed: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    failed(error)
    throw error
  }
}

const writePieces = async (path: string, content: AsyncIterable<Uint8Array>) => {
  const digest = createHash('sha256')
  let bytes = 0
  let sent: { error: unknown } | null = null
  try {
    const file = await open(path, 'wx', OWNER_ONLY)
    try {
      for await (const piece of recordError(content, (error) => (sent = { error }))) {
        digest.update(piece)
        await writeAll(file, piece)
        bytes += piece.byteLength
      }
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await removeFile(path)
    throw sent === null ? diskFailure(error) : (sent as { error: unknown }).error
  }
  return { sha256: digest.digest('hex'), bytes }
}

/**
 * Writes content to a new private file in a folder, syncs it, and computes its digest. Errors of `content` are rethrown, and
 * then nothing is left.
 * @param name a unique name for the new file
 */
export const stageFile = async (
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number; path: string }> => {
  const path = join(folder, name)
  return { ...(await writePieces(path, content)), path }
}
