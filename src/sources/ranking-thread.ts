import { rankCandidates, type JudgedText, type RankedText } from '#core/sources/rank-candidates.ts'
import { answer } from '#threads/answer.ts'
import type { RankingMessage } from './rank-open-candidates.ts'

/** Ranks a batch of candidates in a thread: comparing a thousand texts takes seconds, which would block requests. */
const known: Record<'candidates' | 'accepted' | 'rejected', JudgedText[]> = {
  candidates: [],
  accepted: [],
  rejected: [],
}

await answer((message: RankingMessage): RankedText[] => {
  if (message.are === 'all') return rankCandidates(known.candidates, known)
  known[message.are].push(...message.texts)
  return []
})
