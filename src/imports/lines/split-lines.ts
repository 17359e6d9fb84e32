import type { RefusedLine } from '#actions/submissions/ingest-papers.ts'

const NEWLINE = 0x0a

/** Above the largest paper there can be: six million characters, each written as an escape of six bytes. */
const LONGEST_LINE_MB = 40

/** A line as bytes: whether they are text is for the reader to check. */
export type IngestLine = { line: number; bytes: Buffer }

/**
 * Puts pieces of bytes together to lines. One that is too long for a paper is refused and not kept.
 * @param options.first the number of the first line
 */
export const lineSplitter = ({ longestMegabytes = LONGEST_LINE_MB, first = 1 } = {}) => {
  let parts: Buffer[] = []
  let length = 0
  let line = first
  const add = (part: Buffer): void => {
    length += part.byteLength
    if (length > longestMegabytes * 1e6) parts = []
    else parts.push(part)
  }
  const finish = (): IngestLine | RefusedLine => {
    const finished =
      length > longestMegabytes * 1e6
        ? { line, reason: `A line may have ${longestMegabytes} MB at most.` }
        : { line, bytes: Buffer.concat(parts) }
    parts = []
    length = 0
    line += 1
    return finished
  }
  return {
    /** The lines that end in this piece. */
    push(piece: Buffer): (IngestLine | RefusedLine)[] {
      const lines: (IngestLine | RefusedLine)[] = []
      let from = 0
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, from)) {
        add(piece.subarray(from, at))
        lines.push(finish())
        from = at + 1
      }
      add(piece.subarray(from))
      return lines
    },
    /** What stands behind the last line end. */
    end: (): (IngestLine | RefusedLine)[] => (length > 0 ? [finish()] : []),
    /** The line under way, for another splitter to go on with. */
    rest: (): IngestLine => ({ line, bytes: Buffer.concat(parts) }),
  }
}
