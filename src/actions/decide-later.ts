import { dueAt } from '#core/review/pending-decision.ts'
import { Failure } from '#core/failure.ts'
import { nextState, type Verdict } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { PendingDecision, QueueFilter } from '#ports/store/review.ts'
import type { Store } from '#ports/store/store.ts'
import { decisionNote } from './decision-note.ts'
import { refuseDecided } from './review-paper.ts'

type Wish = { id: string; event: Verdict; note: string | null; actor: string; version: number | null }

/**
 * Decides on a submission with half a minute to undo it: nothing changes before, for nobody but editors.
 * Throws `not_found`, or `wrong_state` when the paper is not pending, somebody decided already, or it is not the
 * version any more that the editor saw.
 */
export const decideLater = async (
  { store, clock }: { store: Store; clock: Clock },
  { id, event, note, actor, version }: Wish,
): Promise<PendingDecision> => {
  const checked = decisionNote(event, note)
  return store.transact(async (tx) => {
    const submission = await tx.submissions.findWithoutHistory(id)
    if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
    await refuseDecided(tx, id)
    nextState(submission.state, event)
    if (version !== null && version !== submission.version)
      throw new Failure('wrong_state', `${id} has changed since you opened it; look at it again before you decide.`)
    const now = clock.now()
    const decision = { id, event, note: checked, actor, decidedAt: now.toISOString(), dueAt: dueAt(now), batch: null }
    await tx.decisions.add(decision)
    const after = { event, note: checked, dueAt: decision.dueAt }
    await tx.audit.record({ at: decision.decidedAt, actor, act: 'decision.make', subject: id, before: null, after })
    return { ...decision, title: submission.title }
  })
}

/**
 * Accepts all that a filter finds, with the same time to undo it; the name of what was done with one click. Throws
 * `wrong_state` when that is not the number of papers that the editor was told: nobody accepts what nobody counted.
 */
export const acceptAllLater = async (
  { store, clock, ids }: { store: Store; clock: Clock; ids: Ids },
  wish: { filter: Omit<QueueFilter, 'state'>; note: string | null; actor: string; count: number },
): Promise<string> => {
  const { note, actor, count } = wish
  const checked = decisionNote('accept', note)
  const made = clock.now()
  const batch = `b_${ids.secret().slice(0, 16)}`
  const decision = { note: checked, actor, decidedAt: made.toISOString(), dueAt: dueAt(made) }
  return store.transact(async (tx) => {
    const filter = { ...wish.filter, state: 'pending' as const }
    const now = await tx.queue.count(filter)
    if (now !== count || now === 0)
      throw new Failure('wrong_state', `The queue holds ${now} such papers now, not ${count}; look at it again.`)
    await tx.decisions.addAll(filter, { ...decision, event: 'accept', batch })
    const after = { event: 'accept', note: checked, dueAt: decision.dueAt, filter: wish.filter, count }
    await tx.audit.record({ at: decision.decidedAt, actor, act: 'decision.make', subject: batch, before: null, after })
    return batch
  })
}
