import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { openContent, type OpenedContent } from '#formats/open-content.ts'
import { formOfSource } from '#formats/read-records.ts'
import { giveWay } from './give-way.ts'
import { handOver, inMessages } from './hand-over.ts'
import type { ReadLine } from './lines/read-paper.ts'
import type { Piece, ReadForm, ReadingMessage, RecordReadingOrder } from './read-in-thread.ts'

/** Reads one source and checks its records, and hands on a piece of it each time it is asked for the next. */

/** What a body may unpack to. */
const MAX_BYTES = 200_000_000

giveWay()

const {
  bytes,
  given,
  origin,
  firstLine = 1,
  mostRecords = Infinity,
  keepsText = false,
} = workerData as RecordReadingOrder

/** Tells of the first record that is not taken. */
const oneTooMany = (next: ReadRecord | ReadLine): ReadRecord | ReadLine => {
  const reason = `An import has ${mostRecords} records at most: send this one and what follows in another one.`
  return 'line' in next ? { line: next.line, reason } : { position: next.position, reason }
}

const tell = (message: ReadingMessage): void => parentPort?.postMessage(message)
const tellAndWait = async (message: ReadingMessage): Promise<void> => {
  tell(message)
  if (parentPort !== null) await once(parentPort, 'message')
}

/** As files are read: a reader keeps the text of a piece, its lines and its records at the same time. */
const PIECE_BYTES = 65_536

async function* inPieces(): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(PIECE_BYTES, bytes.byteLength - from))
}

/** What holds nothing has no form, and nothing is wrong with it. */
const formOf = (content: OpenedContent): ReadForm => {
  if (given === 'papers' || given === 'records') return given
  return content.head.byteLength === 0 || formOfSource(content, given) === 'papers' ? 'papers' : 'records'
}

type ReadPiece = { bytes: number; records: readonly (ReadRecord | ReadLine)[] }

/** Loads what reads this form and nothing else: that is most of what the thread does. */
const piecesOf = async (content: OpenedContent, form: ReadForm): Promise<AsyncIterable<ReadPiece>> => {
  if (form === 'papers' || given === 'records' || given === 'papers') {
    const { readPaperLines, readSentRecords } = await import('./lines/read-lines.ts')
    return form === 'papers'
      ? readPaperLines(content.bytes, { now: origin.now, isPublic: origin.isReviewed !== true, firstLine })
      : readSentRecords(content.bytes)
  }
  const { readSource } = await import('./read-source.ts')
  return readSource(content, { given, now: origin.now, keepsText })
}

type CheckedPiece = Piece['records'][number]

/** Papers in lines are checked as they are read. */
const fieldCheckerOf = async (form: ReadForm): Promise<(record: ReadRecord | ReadLine) => CheckedPiece> => {
  if (form === 'papers') return (line) => line as ReadLine
  const { checkReadRecord } = await import('./check-record.ts')
  return (record) => handOver(checkReadRecord(record as ReadRecord, origin))
}

/** What is told of a record; of one that is to wait for review, also what the checks find in its texts. */
const checkerOf = async (form: ReadForm): Promise<(record: ReadRecord | ReadLine) => CheckedPiece> => {
  const check = await fieldCheckerOf(form)
  if (origin.isReviewed !== true) return check
  const { textFindings } = await import('#core/review/checks/text-findings.ts')
  return (record) => {
    const checked = check(record)
    return 'paper' in checked ? { ...checked, findings: textFindings(checked.paper) } : checked
  }
}

const tellPiece = async ({ bytes, records }: Piece): Promise<void> => {
  let told = 0
  for (const part of inMessages(records)) {
    await tellAndWait({ about: 'piece', piece: { bytes: told === 0 ? bytes : 0, records: part } })
    told += part.length
  }
}

const read = async (): Promise<void> => {
  const content = await openContent(inPieces())
  const form = formOf(content)
  await tellAndWait({ about: 'form', form })
  const check = await checkerOf(form)
  let sum = 0
  let left = mostRecords
  for await (const piece of await piecesOf(content, form)) {
    sum += piece.bytes
    if (sum > MAX_BYTES) throw new Failure('too_large', `It unpacks to more than ${MAX_BYTES} bytes.`)
    const next = piece.records[left]
    const records = next === undefined ? piece.records : [...piece.records.slice(0, left), oneTooMany(next)]
    left -= piece.records.length
    await tellPiece({ bytes: piece.bytes, records: records.map(check) })
    if (next !== undefined) break
  }
  tell({ about: 'end' })
}

try {
  await read()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ about: 'failure', code: error.code, message: error.message })
}
