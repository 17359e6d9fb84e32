import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { ReadLine } from './read-paper.ts'

/** What the reading thread is told at its start. */
export type ReadingOrder = { now: Date }
/** How many bytes were read, and the lines that they completed; the last one is what stands behind the last line end. */
export type ReadPiece = { bytes: number; lines: ReadLine[]; isLast: boolean }

/** Pieces that are read ahead of what is asked for. One is 64 kB, some forty papers; while a batch is stored, nobody asks. */
const AHEAD = 64

/** Hands pieces of a source to a thread, and waits with more than a few that nobody has taken yet. */
const feed = (thread: Worker, source: Readable) => {
  let underWay = 0
  let goOn: (() => void) | undefined
  const handOver = async (): Promise<void> => {
    for await (const piece of source) {
      thread.postMessage(piece)
      underWay += 1
      if (underWay >= AHEAD)
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
    }
    thread.postMessage(null)
  }
  const broken = new Promise<never>((_, reject) => {
    handOver().catch(reject)
  })
  // Whoever stops early destroys the source, and is not interested in how that ends.
  broken.catch(() => {})
  return {
    /** Rejects when the source cannot be read; never resolves. */
    broken,
    noteTaken(): void {
      underWay -= 1
      goOn?.()
    },
  }
}

/**
 * The papers of a file of JSON lines, in its order, with their words, as they come. A second thread reads them while
 * this one stores: reading takes half as long as storing.
 */
export async function* readAhead(source: Readable, now: Date): AsyncGenerator<ReadPiece> {
  const workerData: ReadingOrder = { now }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData })
  const answers = on(thread, 'message')
  const feeding = feed(thread, source)
  try {
    for (;;) {
      const { value } = await Promise.race([answers.next(), feeding.broken])
      const [piece] = value as [ReadPiece]
      yield piece
      if (piece.isLast) return
      feeding.noteTaken()
    }
  } finally {
    source.destroy()
    await thread.terminate()
  }
}
