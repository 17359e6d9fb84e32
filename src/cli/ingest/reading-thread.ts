import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingOrder, ReadPiece } from './read-ahead.ts'
import { lineReader } from '#imports/lines/line-reader.ts'

/** Takes pieces of a file, null for its end, and answers each with the lines that it completes. */
const { reading, line, bytes: begun } = workerData as ReadingOrder
const reader = lineReader(reading, line)
reader.push(begun)

parentPort?.on('message', (piece: Uint8Array | null) => {
  const records = piece === null ? reader.end() : reader.push(piece)
  parentPort?.postMessage({ bytes: piece?.length ?? 0, records, isLast: piece === null } satisfies ReadPiece)
})
