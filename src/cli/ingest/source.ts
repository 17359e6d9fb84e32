import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure } from '#core/failure.ts'

/** The name of a file that stands for standard input. */
export const STANDARD_INPUT = '-'

/** The bytes of a file, or of standard input, in pieces as they come. */
export const piecesOf = (file: string): Readable => (file === STANDARD_INPUT ? process.stdin : createReadStream(file))

/** Bytes of a file, for progress; 0 for standard input. Throws `not_found` with what is wrong. */
export const sizeOf = async (file: string): Promise<number> => {
  if (file === STANDARD_INPUT) return 0
  const found = await stat(file).catch(() => null)
  if (found === null) throw new Failure('not_found', `There is no file ${file}.`)
  if (found.isDirectory()) throw new Failure('not_found', `${file} is a folder; name a file of JSON lines.`)
  return found.size
}
