import type { ActionContext } from './run-action.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { paperNotQueued } from '#core/review/queue.ts'
import { Failure } from '#core/failure.ts'

type DraftAssessmentInput = Omit<AssessmentDraft, 'at'> & { id: string }

/**
 * Stores a proposed assessment of a paper in the queue, replacing the author's previous one. The paper itself stays as it is;
 * an editor may use the draft. Throws `not_found` for a paper that is not in the queue, and `wrong_state` with the current
 * version if the draft is for another one.
 */
export const draftAssessment = async (
  tx: ActionContext,
  { id, author, version, fields, passages }: DraftAssessmentInput,
): Promise<AssessmentDraft> => {
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission?.state !== 'pending' || (await tx.decisions.find(id)) !== null) throw paperNotQueued(id)
  if (submission.version !== version)
    throw new Failure('wrong_state', `${id} is now at version ${submission.version}: read it again.`, {
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
