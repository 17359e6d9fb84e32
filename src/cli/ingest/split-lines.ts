const NEWLINE = 0x0a

/** A line as bytes: whether they are text is for the reader to check. */
export type IngestLine = { line: number; bytes: Buffer }

/** Puts pieces of bytes together to lines. */
export const lineSplitter = () => {
  let rest: Buffer[] = []
  let line = 1
  return {
    /** The lines that end in this piece. */
    push(piece: Buffer): IngestLine[] {
      const lines: IngestLine[] = []
      let from = 0
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, from)) {
        lines.push({ line, bytes: Buffer.concat([...rest, piece.subarray(from, at)]) })
        rest = []
        line += 1
        from = at + 1
      }
      rest.push(piece.subarray(from))
      return lines
    },
    /** What stands behind the last line end. */
    end(): IngestLine[] {
      const bytes = Buffer.concat(rest)
      return bytes.length > 0 ? [{ line, bytes }] : []
    },
  }
}
