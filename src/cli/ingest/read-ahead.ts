import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { lineReader } from '#imports/lines/line-reader.ts'
import type { PaperReading, ReadLine } from '#imports/lines/read-paper.ts'
import { resourceLimits } from './resource-limits.ts'

/** What the reading thread is told at its start: how to read, the line that was begun, and its number. */
export type ReadingOrder = { reading: PaperReading; line: number; bytes: Uint8Array }
/** How many bytes were read, and the papers of the lines that they completed; the last one is what stands behind the last line end. */
export type ReadPiece = { bytes: number; records: ReadLine[]; isLast: boolean }

/** Pieces that are read ahead of what is asked for. One is 64 kB, some forty papers; while a batch is stored, nobody asks. */
const AHEAD = 4

/** Starting a thread takes as long as reading so much: a source that ends before gets none. */
const READ_WITHOUT_THREAD_BYTES = 262_144

/** Hands pieces of a source to a thread, and waits with more than a few that nobody has taken yet. */
class Feed {
  #underWay = 0
  #goOn: (() => void) | undefined

  /** Ends with the source; rejects when that cannot be read. */
  async handOver(thread: Worker, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      thread.postMessage(piece)
      this.#underWay += 1
      if (this.#underWay >= AHEAD)
        await new Promise<void>((resolve) => {
          this.#goOn = resolve
        })
    }
    thread.postMessage(null)
  }

  noteTaken(): void {
    this.#underWay -= 1
    this.#goOn?.()
  }
}

async function* readInThread(pieces: AsyncIterable<Uint8Array>, workerData: ReadingOrder): AsyncGenerator<ReadPiece> {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData, resourceLimits })
  const broken = new AbortController()
  const messages = on(thread, 'message', { signal: broken.signal }) as AsyncIterable<[ReadPiece]>
  const feed = new Feed()
  feed.handOver(thread, pieces).catch((error: unknown) => broken.abort(error))
  try {
    for await (const [piece] of messages) {
      yield piece
      if (piece.isLast) return
      feed.noteTaken()
    }
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    await thread.terminate()
  }
}

/**
 * The papers of a file of JSON lines, in its order, as they come. All but the beginning is read by a
 * second thread while this one stores: reading takes half as long as storing.
 */
export async function* readAhead(source: Readable, reading: PaperReading): AsyncGenerator<ReadPiece> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const reader = lineReader(reading)
  try {
    for (let read = 0; read < READ_WITHOUT_THREAD_BYTES;) {
      const { value: piece, done } = await pieces.next()
      if (done === true) {
        yield { bytes: 0, records: reader.end(), isLast: true }
        return
      }
      read += piece.length
      yield { bytes: piece.length, records: reader.push(piece), isLast: false }
    }
    yield* readInThread(pieces, { reading, ...reader.rest() })
  } finally {
    source.destroy()
  }
}
