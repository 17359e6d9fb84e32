import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** What a file has become. */
export type WrittenFile = { bytes: number; sha256: string }

/** A compressed file of lines that is being written. */
export type LineFile = {
  /** Waits where the disk is slower. Throws what writing throws. */
  write(line: string): Promise<void>
  end(): Promise<WrittenFile>
}

/** Makes a file of lines, compressed with gzip; it holds no more than a piece of it in memory. */
export const writeLineFile = (path: string): LineFile => {
  const gzip = createGzip()
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const written = pipeline(gzip, measured, createWriteStream(path, { flags: 'wx' }))
  // Whoever writes or ends meets the error.
  written.catch(() => {})
  return {
    write: async (line) => {
      if (!gzip.writable) await written
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written])
    },
    end: async () => {
      gzip.end()
      await written
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** The lines of such a file. A line may be long; only line feeds end it. */
export async function* readLineFile(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const unpacked = pipeline(createReadStream(path), gunzip)
  unpacked.catch(() => {})
  let rest = ''
  for await (const piece of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
    rest += piece
    if (!piece.includes('\n')) continue
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  await unpacked
}
