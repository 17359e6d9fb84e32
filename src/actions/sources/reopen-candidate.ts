import type { ActionContext } from '#actions/run-action.ts'
import { getCandidate } from './get-candidate.ts'

type ReopenCandidateInput = { id: number; actor: string }

/** Takes a dismissal back. Throws as `keepCandidate`. */
export const reopenCandidate = async (tx: ActionContext, { id, actor }: ReopenCandidateInput): Promise<void> => {
  await getCandidate(tx, id, 'dismissed')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'open', actor, at, paperId: null })
  await tx.audit.record({ at, actor, act: 'candidate.reopen', subject: String(id), before: null, after: null })
}
