import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID, createHash } from 'node:crypto'
import type { FileStore } from '#ports/file-store.ts'
import { folderStore } from '#files/folder-store.ts'

/** Runs a function when a test is over: a test's context, or the `after` of a whole file. */
export type Ending = { after(close: () => Promise<void>): void }

/** A folder that is gone after the test. */
export const temporaryFolder = async (t: Ending): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file store in a folder that is made with the first file and gone after the test. */
export const temporaryFileStore = (t: Ending): FileStore => {
  const folder = join(tmpdir(), `longview-test-files-${randomUUID()}`)
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folderStore(folder)
}

/** A small PDF, as long as asked for, whose bytes differ by `word`. */
export const samplePdf = (word: string, bytes = 400): Buffer => {
  const head = `%PDF-1.4\n% ${word}\n1 0 obj<</Type/Catalog>>endobj\n`
  const tail = 'trailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
  return Buffer.from(`${head}${'%'.repeat(Math.max(0, bytes - head.length - tail.length - 1))}\n${tail}`, 'latin1')
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes in pieces of a size. */
export async function* inPieces(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

/** All bytes of pieces. */
export const wholeOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(pieces))
