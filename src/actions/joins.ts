import { Failure } from '#core/failure.ts'
import { withoutFilled } from '#core/imports/join.ts'
import { checkSubmission } from '#core/review/checks.ts'
import { isInReview } from '#core/review/submission.ts'
import { savePaperVersion } from './papers.ts'
import type { ActionContext } from './run-action.ts'

/**
 * Makes a record that was taken for another paper a paper of its own, which waits for review, and takes back what it filled
 * there; returns the id of the new paper. Throws `not_found`, and `wrong_state` for one that was separated before.
 */
export const separateRecord = async (
  tx: ActionContext,
  { id, actor }: { id: number; actor: string },
): Promise<string> => {
  const join = await tx.joins.find(id)
  if (join === null) throw new Failure('not_found', `There is no joined record ${id}.`)
  if (join.separated !== null)
    throw new Failure('wrong_state', `The record is a paper of its own already: ${join.separated.paperId}.`)
  const at = tx.now.toISOString()
  const { paperId: other, filled, match } = join
  const state = (await tx.submissions.findWithoutHistory(other))?.state
  if (state !== undefined && (isInReview(state) || state === 'accepted'))
    await savePaperVersion(tx, {
      id: other,
      change: (stored) => withoutFilled(stored, filled),
      version: null,
      actor,
      act: 'paper.separate',
    })
  const [paperId = ''] = await tx.imports.allocateIds(1)
  const paper = { ...join.paper, id: paperId, fullText: null }
  const alike = state === undefined ? [] : [{ id: other, title: join.paperTitle, state, match: 'near_title' as const }]
  const checked = { checkReport: checkSubmission(paper, { now: tx.now, alike }), session: null }
  await tx.papers.add([{ paper, state: 'pending', submittedBy: null, actor, at, checked }])
  // The record gave its values, not the editor who separates it.
  await tx.assessments.putProvenance(paperId, {})
  await tx.joins.separate(id, { paperId, by: actor, at })
  await tx.audit.record({
    at,
    actor,
    act: 'record.separate',
    subject: paperId,
    before: { paper: other, match },
    after: null,
  })
  return paperId
}
