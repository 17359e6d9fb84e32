import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure, type FailureCode } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { FitRecord, ReadingOrigin } from './check-record.ts'
import { takeOver } from './hand-over.ts'
import type { RefusedRecord } from './importer.ts'
import { letOthersIn } from './let-others-in.ts'
import type { ReadLine } from './lines/read-paper.ts'
import type { Pieces } from './store-in-batches.ts'

/** Papers in the form of the contract, or records of any other. */
export type ReadForm = 'papers' | 'records'

/** What a source is said to be: `records` are those that a client read; null leaves it to the content. */
export type GivenForm = SourceFormat | ReadForm | null

export type RecordReadingOrder = {
  bytes: Uint8Array
  given: GivenForm
  /** Records are checked where they are read: the largest take longest. */
  origin: ReadingOrigin
  /** The number of the first line in the file that the source is a part of. */
  firstLine?: number
  /** Whether the text of a PDF may be shown whatever its licence is. */
  keepsText?: boolean
  /** How many records are taken; without it, as many as there are. */
  mostRecords?: number
}

type CheckedRecords = FitRecord | RefusedRecord
export type Piece = { bytes: number; records: readonly (CheckedRecords | ReadLine)[] }
export type ReadingMessage =
  | { about: 'form'; form: ReadForm }
  | { about: 'piece'; piece: Piece }
  | { about: 'end' }
  | { about: 'failure'; code: FailureCode; message: string }

/** A body whose form is known, in checked papers or records. */
export type ReadContent =
  | { form: 'papers'; pieces: Pieces<ReadLine> }
  | { form: 'records'; pieces: Pieces<CheckedRecords> }

/** A source that keeps its reader waiting longer for the next piece is given up; a PDF says so itself before. */
const TIME_LIMIT_MS = 75_000
/** What 10 MB of honest records of any format take is less than 60 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 64 }

const readingFailure = (error: unknown, tookTooLong: boolean): unknown => {
  if (tookTooLong)
    return new Failure('malformed', 'It takes too long to read: send it in smaller parts.', { cause: error })
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new Failure('too_large', 'It takes too much memory to read: send it in smaller parts.', { cause: error })
}

/** What the thread says, until it ends. The time between two messages that others take is not the reader's. */
async function* messagesOf(order: RecordReadingOrder): AsyncGenerator<ReadingMessage> {
  const { bytes } = order
  // Handed over and not copied, unless they share their memory with others.
  const transferList = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
  const url = new URL('./reading-thread.ts', import.meta.url)
  // Starting a thread takes some milliseconds; whoever asked has used some already.
  await letOthersIn()
  const thread = new Worker(url, { workerData: order, transferList, resourceLimits })
  const limit = new AbortController()
  const startWaiting = (): NodeJS.Timeout => setTimeout(() => limit.abort(), TIME_LIMIT_MS)
  let waiting = startWaiting()
  try {
    for await (const [message] of on(thread, 'message', { signal: limit.signal }) as AsyncIterable<[ReadingMessage]>) {
      if (message.about === 'end') return
      if (message.about === 'failure') throw new Failure(message.code, message.message)
      clearTimeout(waiting)
      yield message
      waiting = startWaiting()
      thread.postMessage('next')
    }
  } catch (error) {
    throw readingFailure(error, limit.signal.aborted)
  } finally {
    clearTimeout(waiting)
    await thread.terminate()
  }
}

async function* piecesOf(messages: AsyncIterable<ReadingMessage>): AsyncGenerator<Piece> {
  for await (const message of messages)
    if (message.about === 'piece') yield { ...message.piece, records: message.piece.records.map(takeOver) }
}

/**
 * The records of a source, read and checked in a thread of its own, which takes the bytes: whoever else is served waits for none of it. Throws as
 * `readRecords` does, `too_large` for what unpacks to too much, and `malformed` for what takes too long. Whoever asks
 * for the content reads its pieces to the end or leaves them by an error: the thread ends with them.
 */
export const readInThread = async (order: RecordReadingOrder): Promise<ReadContent> => {
  const messages = messagesOf(order)
  const first = await messages.next()
  const form = first.done !== true && first.value.about === 'form' ? first.value.form : 'records'
  return { form, pieces: piecesOf(messages) } as ReadContent
}
