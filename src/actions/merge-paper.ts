import { Failure, validationFailure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { nextState } from '#core/review/submission-state.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import { changePaper } from './change-paper.ts'

const MOST_CONCEPTS = 100

/** A paper that can be merged, which only public ones can. */
const getMergeable = async (tx: Transaction, id: string): Promise<PaperWithText> => {
  const submission = await tx.submissions.findWithoutHistory(id)
  const paper = (await tx.papers.findByIds([id])).get(id)
  if (submission === null || paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  nextState(submission.state, 'merge')
  return paper
}

/** Concepts of both, those of the first in front. */
const together = (a: readonly string[], b: readonly string[]): string[] => {
  const keys = new Set(a.map(textKey))
  return [...a, ...b.filter((name) => !keys.has(textKey(name)))]
}

export type PaperMerge = { id: string; into: string; note: string | null; actor: string }

/**
 * Takes a duplicate out of the library: its address leads to the other paper from now on, which gains its concepts
 * and its places in gaps. Published briefs stay as they are; what they feature is found through the new address.
 * Throws `not_found`, `wrong_state` unless both are public, `invalid` for a paper and itself.
 */
export const mergePaperWithin = async (
  tx: Transaction,
  { id, into, note, actor, at }: PaperMerge & { at: string },
): Promise<void> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another paper' }])
  const duplicate = await getMergeable(tx, id)
  const target = await getMergeable(tx, into)
  const concepts = together(target.concepts, duplicate.concepts)
  if (concepts.length > MOST_CONCEPTS)
    throw new Failure(
      'wrong_state',
      `Together they would have more than ${MOST_CONCEPTS} concepts; take some of ${id} away first.`,
    )
  await tx.papers.mergeInto(id, into, { note: note ?? `Merged into ${into}, which is the same paper.`, actor, at })
  const after = { state: 'merged', into, note }
  await tx.audit.record({ at, actor, act: 'paper.merge', subject: id, before: { state: 'accepted' }, after })
  await changePaper(tx, { paper: { ...target, concepts }, version: null, actor, at, act: 'paper.edit' })
}

/** The same in a transaction of its own. */
export const mergePaper = ({ store, clock }: { store: Store; clock: Clock }, merge: PaperMerge): Promise<void> =>
  store.transact((tx) => mergePaperWithin(tx, { ...merge, at: clock.now().toISOString() }))
