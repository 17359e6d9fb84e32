import type { Recommendation } from '#core/review/queue.ts'
import type { ActionContext } from './run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { Verdict } from '#core/review/submission.ts'
import { parseNote } from './decisions.ts'

type RecommendPaperInput = { id: string; event: Verdict; note: string | null; actor: string }

/**
 * Records a reviewer's recommendation to the editors, replacing their earlier one; the submitter does not see it. Throws
 * `invalid` for the note, `not_found`, and `wrong_state` for a paper that is not pending.
 */
export const recommendPaper = async (
  tx: ActionContext,
  { id, event, note, actor }: RecommendPaperInput,
): Promise<Recommendation> => {
  const checked = parseNote(note, 'note')
  if (checked === null && event !== 'accept')
    throw validationFailure([
      { path: 'note', message: `is required to recommend to ${event}, so that the editors know why` },
    ])
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  if (submission.state !== 'pending')
    throw new Failure('wrong_state', `This paper is ${submission.state}; only pending papers can be recommended on.`)
  const at = tx.now.toISOString()
  const recommendation = { actor, event, note: checked, version: submission.version, at }
  await tx.recommendations.put(id, recommendation)
  const after = { event, note: checked, version: submission.version }
  await tx.audit.record({ at, actor, act: 'paper.recommend', subject: id, before: null, after })
  return recommendation
}
