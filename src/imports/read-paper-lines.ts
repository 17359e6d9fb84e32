import { lineReader } from './line-reader.ts'
import type { ReadLine } from './read-paper.ts'

/** Bytes that are read at once: some tens of papers. */
const PIECE = 65_536

/** The papers of JSON lines with their words, as they come, with the number of bytes that were read for them. */
export async function* readPaperLines(
  source: AsyncIterable<Buffer>,
  now: Date,
): AsyncGenerator<{ bytes: number; records: ReadLine[] }> {
  const reader = lineReader(now)
  for await (const bytes of source)
    for (let from = 0; from < bytes.byteLength; from += PIECE) {
      const piece = bytes.subarray(from, from + PIECE)
      yield { bytes: piece.byteLength, records: reader.push(piece) }
    }
  yield { bytes: 0, records: reader.end() }
}
