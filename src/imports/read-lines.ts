import type { NumberedPaper } from '#actions/submissions.ts'
import { Failure, messageOf } from '#core/failure.ts'
import type { ReadRecord, UnreadRecord } from '#core/imports/imported-record.ts'
import { jsonExcess } from '#formats/json/json-bounds.ts'
import { parsePaper, parseSentRecord } from '#schemas/paper-schema.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'

const NEWLINE = 0x0a

/** More than the largest possible paper: six million characters, each written as an escape of six bytes. */
const LONGEST_LINE_MB = 40

/** A line as bytes; the reader checks that they are valid text. */
type IngestLine = { line: number; bytes: Buffer }
type RefusedLine = { line: number; reason: string }

/**
 * Joins pieces of bytes into lines. A line that is too long for a paper is refused and dropped.
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
        ? { line, reason: `A line may have at most ${longestMegabytes} MB.` }
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
    /** The text after the last line end. */
    end: (): (IngestLine | RefusedLine)[] => (length > 0 ? [finish()] : []),
  }
}

/** The media types in which "longview ingest --to" sends chunks: lines of papers, and records that it has read. */
export const PAPER_LINES = 'application/vnd.longview.papers+jsonl'
export const SENT_RECORDS = 'application/vnd.longview.records+jsonl'

const decoder = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes).trim()
  } catch (error) {
    throw new Failure('malformed', 'This is not valid UTF-8.', { cause: error })
  }
}

/** A line as a paper in the form of the contract, or why it is refused; null for an empty line. */
export const readPaper = (given: IngestLine | RefusedLine, now: Date): NumberedPaper | UnreadRecord | null => {
  const position = `line ${given.line}`
  if ('reason' in given) return { position, reason: given.reason }
  try {
    const text = decode(given.bytes)
    if (text === '') return null
    const excess = jsonExcess(text)
    if (excess !== null) return { position, reason: excess }
    const checked = parsePaper(parseStrictJson(text), now)
    if (checked.ok) return { line: given.line, paper: checked.value.paper }
    return { position, reason: checked.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  } catch (error) {
    return {
      position,
      reason: error instanceof Failure ? error.message : `This line cannot be read: ${messageOf(error)}.`,
    }
  }
}

const readSentRecord = (given: IngestLine | RefusedLine): ReadRecord | null => {
  if ('reason' in given) return { position: `line ${given.line}`, reason: given.reason }
  const text = given.bytes.toString('utf8').trim()
  if (text === '') return null
  const excess = jsonExcess(text)
  return excess === null ? parseSentRecord(text, given.line) : { position: `line ${given.line}`, reason: excess }
}

type LinePiece<Read> = { bytes: number; records: Read[] }

/** The parsed lines of a source as they are read, with the number of bytes read for them. */
async function* readLines<Read>(
  source: AsyncIterable<Buffer>,
  firstLine: number,
  read: (line: IngestLine | RefusedLine) => Read | null,
): AsyncGenerator<LinePiece<Read>> {
  const splitter = lineSplitter({ first: firstLine })
  const readAll = (lines: readonly (IngestLine | RefusedLine)[]): Read[] =>
    lines.map(read).filter((record) => record !== null)
  for await (const piece of source) yield { bytes: piece.byteLength, records: readAll(splitter.push(piece)) }
  yield { bytes: 0, records: readAll(splitter.end()) }
}

/** The papers of JSON lines. `firstLine` is the number of the first line in its file. */
export const readPaperLines = (
  source: AsyncIterable<Buffer>,
  { now, firstLine }: { now: Date; firstLine: number },
): AsyncGenerator<LinePiece<NumberedPaper | UnreadRecord>> =>
  readLines(source, firstLine, (line) => readPaper(line, now))

/** Records that a client has read from a file of any format, one a line. */
export const readSentRecords = (source: AsyncIterable<Buffer>): AsyncGenerator<LinePiece<ReadRecord>> =>
  readLines(source, 1, readSentRecord)
