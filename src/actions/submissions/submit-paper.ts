import type { ActionContext } from '#actions/run-action.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionBucket, submitPolicy, type QuotaState } from '#core/quota.ts'
import type { DuplicateCandidate } from '#core/review/submission.ts'

type SubmitPaperInput = { paper: PaperWithText; key: KeyRecord; assessment: Assessment }

export type SubmittedPaper = { duplicates: DuplicateCandidate[]; quota: QuotaState }

/**
 * Stores a paper for review; returns its duplicate candidates. Refuses with `quota_exceeded`; throws `duplicate_id`
 * for an id that was ever used.
 */
export const submitPaper = async (
  tx: ActionContext,
  { paper, key, assessment }: SubmitPaperInput,
): Promise<SubmittedPaper | Failure> => {
  const quota = await tx.quota.consume(submissionBucket(key), submitPolicy, tx.now)
  if (!quota.allowed) return quotaExceeded(quota)
  const duplicates = await tx.papers.visibleDuplicates(withIdentifiers(paper), key.id)
  await tx.papers.add([
    {
      paper,
      state: 'pending',
      submittedBy: key.id,
      actor: `key:${key.id}`,
      at: tx.now.toISOString(),
      checked: { assessment, session: null },
    },
  ])
  return { duplicates, quota }
}
