import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat, open, rename } from 'node:fs/promises'
import { join, dirname, resolve } from 'node:path'
import type { FileStore, StagedFile, ByteSpan } from '#ports/file-store.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { onDisk, removeFile, stageFile, checkDigest, errorCode } from './stage-file.ts'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST } from '#core/files.ts'

const removeOlder = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtime } = await stat(path).catch(() => ({ mtime: null }))
    if (mtime !== null && mtime < before) await removeFile(path)
  }
}

/** The staging area for incomplete files: a private folder, created with the first file. */
export const incomingFolder = (
  folder: string,
  keep: (file: { path: string; sha256: string; bytes: number }) => Promise<void>,
): Pick<FileStore, 'stage' | 'removeLeftovers'> => ({
  stage: async (content): Promise<StagedFile> => {
    await onDisk(async () => makePrivateFolder(folder))
    const staged = await stageFile(folder, randomUUID(), content)
    return { ...staged, keep: () => keep(staged), discard: () => onDisk(() => removeFile(staged.path)) }
  },
  removeLeftovers: async (before) => {
    if (existsSync(folder)) await onDisk(() => removeOlder(folder, before))
  },
})

const PIECE_BYTES = 64 * 1_024

/** A rename is durable once its folder is synced. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The bytes of a file, or of a range within it. Throws `not_found` with the first, by this name. */
export async function* readPieces(path: string, span: ByteSpan | undefined, name: string): AsyncGenerator<Uint8Array> {
  const file = await onDisk(async () => {
    try {
      return await open(path, 'r')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new Failure('not_found', `There is no file ${name}.`)
      throw error
    }
  })
  try {
    let at = span?.first ?? 0
    const end = span === undefined ? Infinity : span.last + 1
    while (at < end) {
      // A piece may be held back until the next one is read, so each needs its own memory.
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at))
      const { bytesRead } = await onDisk(() => file.read(piece, 0, piece.byteLength, at))
      if (bytesRead === 0) return
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function* listFolder(folder: string): AsyncGenerator<{ sha256: string; bytes: number }> {
  for (const part of (await onDisk(() => readdir(folder))).toSorted()) {
    if (!/^[\da-f]{2}$/u.test(part)) continue
    for (const sha256 of (await onDisk(() => readdir(join(folder, part)))).toSorted()) {
      if (!FILE_DIGEST.test(sha256)) continue
      yield { sha256, bytes: (await onDisk(() => stat(join(folder, part, sha256)))).size }
    }
  }
}

/**
 * Stores files in a folder, as `ab/abcd…` by the first two digits of their digests. The folder is created with the first
 * file. A complete file is renamed to its final name once it is on disk.
 */
export const folderStore = (given: string): FileStore => {
  const folder = resolve(given)
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

  const keep = async (staged: string, sha256: string): Promise<void> => {
    const path = pathOf(sha256)
    makePrivateFolder(dirname(path))
    await rename(staged, path)
    await syncFolder(dirname(path))
  }

  const head = (sha256: string): Promise<{ bytes: number } | null> =>
    onDisk(async () => {
      try {
        return { bytes: (await stat(pathOf(sha256))).size }
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null
        throw error
      }
    })

  return {
    place: `file:${given}`,
    ...incomingFolder(join(folder, 'incoming'), ({ path, sha256 }) => onDisk(() => keep(path, sha256))),
    read: (sha256, span) => {
      const pieces = readPieces(pathOf(sha256), span, sha256)
      return span === undefined ? checkDigest(sha256, pieces) : pieces
    },
    head,
    remove: (sha256) => onDisk(() => removeFile(pathOf(sha256))),
    list: () => (existsSync(folder) ? listFolder(folder) : (async function* () {})()),
  }
}
