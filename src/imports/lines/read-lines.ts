import type { ReadRecord } from '#core/imports/imported-record.ts'
import { parseSentRecord } from '#schemas/sent-record.ts'
import { lineReader } from './line-reader.ts'
import type { PaperReading, ReadLine } from './read-paper.ts'
import { lineSplitter } from './split-lines.ts'

/** Bytes that are read at once: some tens of papers. */
const PIECE = 65_536

type Reader<Read> = { push(piece: Uint8Array): Read[]; end(): Read[] }
type LinePiece<Read> = { bytes: number; records: Read[] }

/** What stands in the lines of a source, as they come, with the number of bytes that were read for them. */
async function* readLines<Read>(source: AsyncIterable<Buffer>, reader: Reader<Read>): AsyncGenerator<LinePiece<Read>> {
  for await (const bytes of source)
    for (let from = 0; from < bytes.byteLength; from += PIECE) {
      const piece = bytes.subarray(from, from + PIECE)
      yield { bytes: piece.byteLength, records: reader.push(piece) }
    }
  yield { bytes: 0, records: reader.end() }
}

/** The papers of JSON lines. `firstLine` is the number of the first one in the file that it is from. */
export const readPaperLines = (
  source: AsyncIterable<Buffer>,
  { firstLine, ...reading }: PaperReading & { firstLine: number },
): AsyncGenerator<LinePiece<ReadLine>> => readLines(source, lineReader(reading, firstLine))

/** Reads a line each of records that a client sends. */
const sentRecordReader = (): Reader<ReadRecord> => {
  const splitter = lineSplitter()
  const read = (lines: ReturnType<typeof splitter.end>): ReadRecord[] =>
    lines.flatMap((line) => {
      if ('reason' in line) return [{ position: `line ${line.line}`, reason: line.reason }]
      const text = line.bytes.toString('utf8').trim()
      return text === '' ? [] : [parseSentRecord(text, line.line)]
    })
  return {
    push: (piece) => read(splitter.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))),
    end: () => read(splitter.end()),
  }
}

/** Records that a client read from a file of any format. */
export const readSentRecords = (source: AsyncIterable<Buffer>): AsyncGenerator<LinePiece<ReadRecord>> =>
  readLines(source, sentRecordReader())
