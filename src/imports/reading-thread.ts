import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import { openContent, type OpenedContent } from '#formats/open-content.ts'
import { formOfSource, readRecords } from '#formats/read-records.ts'
import { readPaperLines } from './read-paper-lines.ts'
import type { ReadingMessage, RecordReadingOrder } from './read-in-thread.ts'

/** Reads one source, and hands on a piece of it each time it is asked for the next. */

/** What a body may unpack to. */
const MAX_BYTES = 200_000_000

const { bytes, given, now } = workerData as RecordReadingOrder
const tell = (message: ReadingMessage): void => parentPort?.postMessage(message)
const tellAndWait = async (message: ReadingMessage): Promise<void> => {
  tell(message)
  if (parentPort !== null) await once(parentPort, 'message')
}

async function* whole(): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** What holds nothing has no form, and nothing is wrong with it. */
const isPapers = (content: OpenedContent): boolean =>
  content.head.byteLength === 0 || formOfSource(content, given) === 'papers'

const read = async (): Promise<void> => {
  const content = await openContent(whole())
  const isOurs = isPapers(content)
  await tellAndWait({ about: 'form', form: isOurs ? 'papers' : 'records' })
  let sum = 0
  for await (const piece of isOurs ? readPaperLines(content.bytes, now) : readRecords(content, given)) {
    sum += piece.bytes
    if (sum > MAX_BYTES) throw new Failure('too_large', `It unpacks to more than ${MAX_BYTES} bytes.`)
    if (piece.records.length > 0) await tellAndWait({ about: 'piece', piece })
  }
  tell({ about: 'end' })
}

try {
  await read()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ about: 'failure', code: error.code, message: error.message })
}
