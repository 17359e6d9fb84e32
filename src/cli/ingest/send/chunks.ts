import { byteSize } from '#core/numbers/byte-size.ts'
import { MAX_CHUNK_BYTES } from '#core/imports/ingest-session.ts'
import { basename } from 'node:path'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { openContent, type OpenedContent } from '#formats/open-content.ts'
import { formOfSource } from '#formats/read-records.ts'
import { readSource } from '#imports/read-source.ts'
import { lineSplitter } from '#imports/lines/split-lines.ts'
import { PAPER_LINES, SENT_RECORDS } from '#imports/sent-chunk.ts'
import { systemClock } from '#system-clock.ts'
import { piecesOf, STANDARD_INPUT, type SourceFile } from '#cli/ingest/source.ts'

/** A part of a file that is sent at once. The same file gives the same chunks, so that sending it can be continued. */
export type Chunk = { type: string; body: Buffer; file: string; firstLine: number; records: number }

/** A record that is too large to be sent. */
export type UnsentRecord = { file: string; position: string; reason: string }

/** Some seconds of work for a server; what was begun is sent again after a failure. */
const CHUNK_RECORDS = 500
const CHUNK_BYTES = 2_000_000
const TOO_LARGE = `It is larger than the ${byteSize(MAX_CHUNK_BYTES)} of a chunk: ingest it where the corpus is.`
const NEWLINE = Buffer.from('\n')

/** Puts lines together to chunks. */
const chunkMaker = (type: string, file: string) => {
  let lines: Buffer[] = []
  let bytes = 0
  let firstLine = 1
  const finish = (next: number): Chunk[] => {
    const chunk = { type, body: Buffer.concat(lines), file, firstLine, records: lines.length }
    lines = []
    bytes = 0
    firstLine = next
    return chunk.records === 0 ? [] : [chunk]
  }
  return {
    /** @param number of the line in the file */
    add: (line: Buffer, number: number): Chunk[] => {
      const before = bytes + line.byteLength > CHUNK_BYTES || lines.length >= CHUNK_RECORDS ? finish(number) : []
      lines.push(line)
      bytes += line.byteLength
      return before
    },
    /** Begins the next chunk behind a line that is left out. */
    breakAt: finish,
  }
}

async function* paperChunks(content: OpenedContent, file: string): AsyncGenerator<Chunk | UnsentRecord> {
  const maker = chunkMaker(PAPER_LINES, file)
  const splitter = lineSplitter({ longestMegabytes: MAX_CHUNK_BYTES / 1e6 })
  const take = function* (lines: ReturnType<typeof splitter.end>): Generator<Chunk | UnsentRecord> {
    for (const split of lines)
      if ('bytes' in split) yield* maker.add(Buffer.concat([split.bytes, NEWLINE]), split.line)
      else {
        yield* maker.breakAt(split.line + 1)
        yield { file, position: `line ${split.line}`, reason: TOO_LARGE }
      }
  }
  for await (const piece of content.bytes) yield* take(splitter.push(piece))
  yield* take(splitter.end())
  yield* maker.breakAt(1)
}

const asLine = (record: ReadRecord): Buffer => Buffer.from(`${JSON.stringify(record)}\n`)

async function* recordChunks(
  pieces: AsyncIterable<{ records: readonly ReadRecord[] }>,
  file: string,
): AsyncGenerator<Chunk | UnsentRecord> {
  const maker = chunkMaker(SENT_RECORDS, file)
  for await (const { records } of pieces)
    for (const record of records) {
      const line = asLine(record)
      if (line.byteLength <= MAX_CHUNK_BYTES) yield* maker.add(line, 1)
      else yield { file, position: record.position, reason: TOO_LARGE }
    }
  yield* maker.breakAt(1)
}

/** The records of a file of any format, in chunks. Throws `unsupported_media_type` for a file in no known form. */
export async function* chunksOf(
  { path }: SourceFile,
  { from = null, keepsText = false }: { from?: SourceFormat | null; keepsText?: boolean } = {},
): AsyncGenerator<Chunk | UnsentRecord> {
  const content = await openContent(piecesOf(path))
  const file = path === STANDARD_INPUT ? 'standard input' : basename(path)
  if (content.head.byteLength === 0) return
  if (formOfSource(content, from) === 'papers') yield* paperChunks(content, file)
  else yield* recordChunks(readSource(content, { given: from, now: systemClock.now(), keepsText }), file)
}
