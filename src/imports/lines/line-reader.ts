import type { RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { groupedTerms } from '#core/search/paper-terms.ts'
import { readPaper, type PaperReading, type ReadLine } from './read-paper.ts'
import { lineSplitter, type IngestLine } from './split-lines.ts'

type SingleLine = NonNullable<ReturnType<typeof readPaper>>

/** What comes together is handed on together: its words are grouped once. */
const withGroupedTerms = (lines: readonly SingleLine[]): ReadLine[] => {
  const single = lines.flatMap((line) => ('terms' in line && line.terms !== undefined ? [line.terms] : []))
  if (single.length === 0) return [...lines]
  const grouped = groupedTerms(single).values()
  return lines.map((line) => ('terms' in line ? { ...line, terms: grouped.next().value } : line))
}

/** Reads JSON lines from pieces of bytes as they come. @param first the number of the first line */
export const lineReader = (reading: PaperReading, first = 1) => {
  const splitter = lineSplitter({ first })
  const read = (lines: readonly (IngestLine | RefusedLine)[]): ReadLine[] =>
    withGroupedTerms(lines.map((line) => readPaper(line, reading)).filter((result) => result !== null))
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
