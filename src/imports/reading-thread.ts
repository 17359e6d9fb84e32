import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import { openContent } from '#formats/open-content.ts'
import { formOfSource, readRecords } from '#formats/read-records.ts'
import type { ReadingMessage, RecordReadingOrder } from './read-in-thread.ts'

/** Reads one source, and hands on a piece of it each time it is asked for the next. */

/** What a body may unpack to. */
const MAX_BYTES = 200_000_000

const { bytes, given } = workerData as RecordReadingOrder
const tell = (message: ReadingMessage): void => parentPort?.postMessage(message)

async function* whole(): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const read = async (): Promise<void> => {
  const content = await openContent(whole())
  if (formOfSource(content, given) === 'papers')
    throw new Failure(
      'unsupported_media_type',
      'Papers in the form of the contract go to POST /api/papers or "longview ingest".',
    )
  let sum = 0
  for await (const piece of readRecords(content, given)) {
    sum += piece.bytes
    if (sum > MAX_BYTES) throw new Failure('too_large', `It unpacks to more than ${MAX_BYTES} bytes.`)
    if (piece.records.length === 0) continue
    tell({ about: 'piece', piece })
    if (parentPort !== null) await once(parentPort, 'message')
  }
  tell({ about: 'end' })
}

try {
  await read()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ about: 'failure', code: error.code, message: error.message })
}
