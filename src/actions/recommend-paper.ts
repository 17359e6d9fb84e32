import { Failure, validationFailure } from '#core/failure.ts'
import type { Verdict } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Recommendation } from '#ports/store/review.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import { checkedText } from './decision-note.ts'

type Wish = { id: string; event: Verdict; note: string | null; actor: string }

/** Advises within a transaction; what `recommendPaper` does, for callers that store an answer with it. */
export const recommendWithin = async (
  { clock }: { clock: Clock },
  tx: Transaction,
  { id, event, note, actor }: Wish,
): Promise<Recommendation> => {
  const checked = checkedText(note, 'note')
  if (checked === null && event !== 'accept')
    throw validationFailure([
      { path: 'note', message: `is required to advise to ${event}, so that the editors know why` },
    ])
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  if (submission.state !== 'pending')
    throw new Failure(
      'wrong_state',
      `A paper that is ${submission.state} needs no advice; it would have to be pending.`,
    )
  const given = { actor, event, note: checked, version: submission.version, at: clock.now().toISOString() }
  await tx.recommendations.put(id, given)
  const after = { event, note: checked, version: given.version }
  await tx.audit.record({ at: given.at, actor, act: 'paper.recommend', subject: id, before: null, after })
  return given
}

/**
 * Advises the editors; the same reviewer's advice before is replaced, and the submitter does not see it.
 * Throws `not_found`, or `wrong_state` for a paper that is not pending.
 */
export const recommendPaper = (ports: { store: Store; clock: Clock }, wish: Wish): Promise<Recommendation> =>
  ports.store.transact((tx) => recommendWithin(ports, tx, wish))
