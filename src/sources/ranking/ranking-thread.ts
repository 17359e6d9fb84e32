import { parentPort, workerData } from 'node:worker_threads'
import { rankCandidates } from '#core/sources/rank-candidates.ts'
import type { RankingOrder } from './rank-open-candidates.ts'

/** Ranks one lot of candidates: comparing a thousand texts takes seconds, in which nobody else should wait. */
const { candidates, material } = workerData as RankingOrder
parentPort?.postMessage(rankCandidates(candidates, material))
