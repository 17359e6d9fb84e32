import { parentPort, workerData } from 'node:worker_threads'
import type { NumberedPaper } from '#actions/submissions.ts'
import { generatePapers } from './generate-papers.ts'

/** Which papers to generate, by the numbers in their ids. */
export type MakingOrder = { from: number; upTo: number; seed: number }

/** In large batches the index is merged and counters are written ten times less often; nobody else waits for this writer. */
const BATCH = 5_000

/** Answers each message with the next batch of generated papers, made while the last one was stored. */
const { from, upTo, seed } = workerData as MakingOrder

const batches = (function* (): Generator<NumberedPaper[]> {
  for (let first = from; first <= upTo; first += BATCH)
    yield [...generatePapers(Math.min(BATCH, upTo - first + 1), seed, first)].map((paper, index) => ({
      line: first + index,
      paper,
    }))
})()

const nextBatch = (): NumberedPaper[] => batches.next().value ?? []

let ready = nextBatch()
parentPort?.on('message', () => {
  parentPort?.postMessage(ready)
  ready = nextBatch()
})
