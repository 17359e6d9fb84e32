import type { RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { readPaper, type ReadLine } from './read-paper.ts'
import { lineSplitter, type IngestLine } from './split-lines.ts'

/** Reads JSON lines from pieces of bytes as they come. @param first the number of the first line */
export const lineReader = (now: Date, first = 1) => {
  const splitter = lineSplitter({ first })
  const read = (lines: readonly (IngestLine | RefusedLine)[]): ReadLine[] =>
    lines.map((line) => readPaper(line, now)).filter((result) => result !== null)
  return {
    /** The lines that end in this piece. */
    push: (piece: Uint8Array): ReadLine[] =>
      read(splitter.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))),
    /** What stands behind the last line end. */
    end: (): ReadLine[] => read(splitter.end()),
    /** The line under way, for another reader to go on with. */
    rest: (): IngestLine => splitter.rest(),
  }
}
