import { createHash } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#core/failure.ts'

const OWNERS_FILE = 0o600

export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** What an error of the disk means to whoever sends or asks for a file. */
export const diskFailure = (error: unknown): unknown => {
  if (error instanceof Failure) return error
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('storage_full', 'The disk for files is full; nothing was stored.', { cause: error })
  return code === undefined ? error : new Failure('unavailable', 'The file store does not answer.', { cause: error })
}

/** Runs what uses the disk; its errors are failures. */
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

/** Pieces of a stream; what it throws is not taken for an error of the disk. */
async function* passOn(
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
    const file = await open(path, 'wx', OWNERS_FILE)
    try {
      for await (const piece of passOn(content, (error) => (sent = { error }))) {
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
 * Writes what comes to a new file of a folder, for its owner alone, and on to the disk; its digest is made on the way. What
 * `content` throws is thrown on, and then nothing is left.
 * @param name of the new file, which nobody else may choose
 */
export const stageFile = async (
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number; path: string }> => {
  const path = join(folder, name)
  return { ...(await writePieces(path, content)), path }
}
