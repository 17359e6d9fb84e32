import type { ActionContext } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { nextState } from '#core/review/submission-state.ts'
import { textKey } from '#core/text/tokenize.ts'
import { savePaperVersion } from './save-paper-version.ts'

type MergePaperInput = { id: string; into: string; note: string | null; actor: string }

const MOST_CONCEPTS = 100

/** A paper that can be merged: only public ones can. */
const getMergeable = async (tx: ActionContext, id: string): Promise<PaperWithText> => {
  const submission = await tx.submissions.findWithoutHistory(id)
  const paper = (await tx.papers.findByIds([id])).get(id)
  if (submission === null || paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  nextState(submission.state, 'merge')
  return paper
}

/** Concepts of both, those of the first in front. */
const unitedConcepts = (a: readonly string[], b: readonly string[]): string[] => {
  const keys = new Set(a.map(textKey))
  return [...a, ...b.filter((name) => !keys.has(textKey(name)))]
}

/**
 * Merges a duplicate into another paper: its address leads there from now on, and the other paper gains its concepts
 * and its places in gaps. Published briefs stay as they are; the papers they feature are found through the new address.
 * Throws `not_found`, `wrong_state` unless both are public, and `invalid` for a paper and itself.
 */
export const mergePaper = async (tx: ActionContext, { id, into, note, actor }: MergePaperInput): Promise<void> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another paper' }])
  const duplicate = await getMergeable(tx, id)
  const target = await getMergeable(tx, into)
  const concepts = unitedConcepts(target.concepts, duplicate.concepts)
  if (concepts.length > MOST_CONCEPTS)
    throw new Failure(
      'wrong_state',
      `Together they would have more than ${MOST_CONCEPTS} concepts; remove some from ${id} first.`,
    )
  const at = tx.now.toISOString()
  await tx.papers.mergeInto(id, into, { note: note ?? `Merged into ${into}, which is the same paper.`, actor, at })
  const after = { state: 'merged', into, note }
  await tx.audit.record({ at, actor, act: 'paper.merge', subject: id, before: { state: 'accepted' }, after })
  const change = (paper: PaperWithText): PaperWithText => ({ ...paper, concepts })
  await savePaperVersion(tx, { id: into, change, version: null, actor, act: 'paper.edit' })
}
