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

/** A source that keeps its reader waiting longer for the next piece is given up. */
const TIME_LIMIT_MS = 60_000
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 }

const readingFailure = (error: unknown, tookTooLong: boolean): unknown => {
  if (tookTooLong)
    return new Failure('malformed', 'Reading it takes too long: send it in smaller parts.', { cause: error })
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new Failure('too_large', 'Reading it takes too much memory: send it in smaller parts.', { cause: error })
}

/**
 * The records of a source, read in a thread of its own: whoever else is served waits for none of it. Throws as
 * `readRecords` does, `too_large` for what unpacks to too much, and `malformed` for what takes too long.
 */
export async function* readInThread(bytes: Uint8Array, given: SourceFormat | null): AsyncGenerator<RecordPiece> {
  const workerData: RecordReadingOrder = { bytes, given }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData, resourceLimits })
  const limit = new AbortController()
  const startWaiting = (): NodeJS.Timeout => setTimeout(() => limit.abort(), TIME_LIMIT_MS)
  let waiting = startWaiting()
  try {
    for await (const [message] of on(thread, 'message', { signal: limit.signal }) as AsyncIterable<[ReadingMessage]>) {
      if (message.about === 'end') return
      if (message.about === 'failure') throw new Failure(message.code, message.message)
      // The time that storing a piece takes is not the reader's.
      clearTimeout(waiting)
      yield message.piece
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
