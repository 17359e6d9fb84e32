import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure, type FailureCode } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { RecordPiece } from '#formats/read-records.ts'

export type RecordReadingOrder = { bytes: Uint8Array; given: SourceFormat | null }
export type ReadingMessage =
  | { about: 'piece'; piece: RecordPiece }
  | { about: 'end' }
  | { about: 'failure'; code: FailureCode; message: string }

/** A source that takes longer is given up. */
const TIME_LIMIT_MS = 60_000
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

/**
 * The records of a source, read in a thread of its own: whoever else is served waits for none of it. Throws as
 * `readRecords` does, `too_large` for what unpacks to too much, and `malformed` for what takes too long.
 */
export async function* readInThread(bytes: Uint8Array, given: SourceFormat | null): AsyncGenerator<RecordPiece> {
  const workerData: RecordReadingOrder = { bytes, given }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData, resourceLimits })
  const tooLong = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    for await (const [message] of on(thread, 'message', { signal: tooLong }) as AsyncIterable<[ReadingMessage]>) {
      if (message.about === 'end') return
      if (message.about === 'failure') throw new Failure(message.code, message.message)
      yield message.piece
      thread.postMessage('next')
    }
  } catch (error) {
    throw tooLong.aborted
      ? new Failure('malformed', 'Reading it takes too long: send it in smaller parts.', { cause: error })
      : error
  } finally {
    await thread.terminate()
  }
}
