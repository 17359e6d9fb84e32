import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '#core/failure.ts'

/** The name of a file that stands for standard input. */
export const STANDARD_INPUT = '-'

/** The bytes of a file, or of standard input, in pieces as they come. */
export const piecesOf = (file: string): Readable => (file === STANDARD_INPUT ? process.stdin : createReadStream(file))

/** A file to read, and how long it is; 0 for standard input. */
export type SourceFile = { path: string; bytes: number }

/** The file of a name, or every file in a folder of that name and below, in the order of their names. Throws `not_found`. */
export const filesAt = async (path: string): Promise<SourceFile[]> => {
  if (path === STANDARD_INPUT) return [{ path, bytes: 0 }]
  const found = await stat(path).catch(() => null)
  if (found === null) throw new Failure('not_found', `There is no file ${path}.`)
  if (!found.isDirectory()) return [{ path, bytes: found.size }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files: SourceFile[] = []
  for (const file of paths.toSorted()) files.push({ path: file, bytes: (await stat(file)).size })
  return files
}

/** Starting a thread takes longer than storing so much. */
const SMALL_BYTES = 262_144

/** Whether files are so small that they need no thread of their own; of standard input nobody knows. */
export const areSmall = (files: readonly SourceFile[]): boolean =>
  files.every(({ path }) => path !== STANDARD_INPUT) && files.reduce((sum, { bytes }) => sum + bytes, 0) <= SMALL_BYTES
