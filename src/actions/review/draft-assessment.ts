import type { ActionContext } from '#actions/run-action.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { paperNotQueued } from '#core/review/queue.ts'
import { Failure } from '#core/failure.ts'

type DraftAssessmentInput = Omit<AssessmentDraft, 'at'> & { id: string }

/**
 * Keeps what somebody proposes to say of a paper in the queue, in place of what the same author proposed before. It changes
 * nothing but that: an editor may take it over. Throws `not_found` for what is not in the queue, and `wrong_state` with the
 * present version for another one.
 */
export const draftAssessment = async (
  tx: ActionContext,
  { id, author, version, fields, passages }: DraftAssessmentInput,
): Promise<AssessmentDraft> => {
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission?.state !== 'pending' || (await tx.decisions.find(id)) !== null) throw paperNotQueued(id)
  if (submission.version !== version)
    throw new Failure('wrong_state', `${id} is at version ${submission.version} by now: read it again.`, {
      members: { version: submission.version },
    })
  const at = tx.now.toISOString()
  const draft = { author, version, at, fields, passages }
  await tx.assessments.putDraft(id, draft)
  await tx.audit.record({
    at,
    actor: author,
    act: 'assessment.draft',
    subject: id,
    before: null,
    after: { version, ...fields },
  })
  return draft
}
