import { parentPort } from 'node:worker_threads'
import { rankCandidates, type JudgedText } from '#core/sources/rank-candidates.ts'
import type { RankingMessage } from './rank-open-candidates.ts'

/** Ranks one lot of candidates: comparing a thousand texts takes seconds, in which nobody else should wait. */
const known: Record<'candidates' | 'accepted' | 'rejected', JudgedText[]> = {
  candidates: [],
  accepted: [],
  rejected: [],
}

parentPort?.on('message', (message: RankingMessage) => {
  if (message.are === 'all') parentPort?.postMessage(rankCandidates(known.candidates, known))
  else known[message.are].push(...message.texts)
})
