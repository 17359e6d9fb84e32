import type { ActionContext } from '#actions/run-action.ts'
import { getCandidate } from './get-candidate.ts'

type DismissCandidateInput = { id: number; actor: string }

/** Puts a candidate away for good: the same work is never shown again, wherever it comes from. Throws as `keepCandidate`. */
export const dismissCandidate = async (tx: ActionContext, { id, actor }: DismissCandidateInput): Promise<void> => {
  const { paper } = await getCandidate(tx, id, 'open')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'dismissed', actor, at, paperId: null })
  const before = { title: paper?.title ?? null }
  await tx.audit.record({ at, actor, act: 'candidate.dismiss', subject: String(id), before, after: null })
}
