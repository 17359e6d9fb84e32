import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Failure } from '#core/failure.ts'

const NEWLINE = 0x0a

export type NumberedLine = { line: number; bytes: Buffer }

/** Lines of a file, or of standard input for `-`, as bytes: whether they are text is for the reader to check. */
export async function* readLines(file: string): AsyncGenerator<NumberedLine> {
  const source: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file)
  let rest: Buffer[] = []
  let line = 1
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield { line, bytes: Buffer.concat([...rest, chunk.subarray(from, at)]) }
      rest = []
      line += 1
      from = at + 1
    }
    rest.push(chunk.subarray(from))
  }
  const bytes = Buffer.concat(rest)
  if (bytes.length > 0) yield { line, bytes }
}

/** Bytes of a file, for progress; 0 for standard input. Throws `not_found` with what is wrong. */
export const sizeOf = async (file: string): Promise<number> => {
  if (file === '-') return 0
  const found = await stat(file).catch(() => null)
  if (found === null) throw new Failure('not_found', `There is no file ${file}.`)
  if (found.isDirectory()) throw new Failure('not_found', `${file} is a folder; name a file of JSON lines.`)
  return found.size
}
