import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { resourceLimits } from './resource-limits.ts'
import type { ReadLine } from './read-paper.ts'

/** What the reading thread is told at its start. */
export type ReadingOrder = { now: Date }
/** How many bytes were read, and the lines that they completed; the last one is what stands behind the last line end. */
export type ReadPiece = { bytes: number; lines: ReadLine[]; isLast: boolean }

/** Pieces that are read ahead of what is asked for. One is 64 kB, some forty papers; while a batch is stored, nobody asks. */
const AHEAD = 4

/** Hands pieces of a source to a thread, and waits with more than a few that nobody has taken yet. */
class Feed {
  #underWay = 0
  #goOn: (() => void) | undefined

  /** Ends with the source; rejects when that cannot be read. */
  async handOver(thread: Worker, source: Readable): Promise<void> {
    for await (const piece of source) {
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

/**
 * The papers of a file of JSON lines, in its order, with their words, as they come. A second thread reads them while
 * this one stores: reading takes half as long as storing.
 */
export async function* readAhead(source: Readable, now: Date): AsyncGenerator<ReadPiece> {
  const workerData: ReadingOrder = { now }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData, resourceLimits })
  const broken = new AbortController()
  const messages = on(thread, 'message', { signal: broken.signal }) as AsyncIterable<[ReadPiece]>
  const feed = new Feed()
  feed.handOver(thread, source).catch((error: unknown) => broken.abort(error))
  try {
    for await (const [piece] of messages) {
      yield piece
      if (piece.isLast) return
      feed.noteTaken()
    }
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    source.destroy()
    await thread.terminate()
  }
}
