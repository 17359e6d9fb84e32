import { parentPort, workerData } from 'node:worker_threads'
import { readPaper } from './read-paper.ts'
import type { ReadingOrder, ReadPiece } from './read-ahead.ts'
import { lineSplitter } from './split-lines.ts'

/** Takes pieces of a file, null for its end, and answers each with the lines that it completes. */
const { now } = workerData as ReadingOrder
const splitter = lineSplitter()

parentPort?.on('message', (piece: Uint8Array | null) => {
  const lines =
    piece === null ? splitter.end() : splitter.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
  const read = lines.map((line) => readPaper(line, now)).filter((result) => result !== null)
  parentPort?.postMessage({ bytes: piece?.length ?? 0, lines: read, isLast: piece === null } satisfies ReadPiece)
})
