import { Failure } from '#core/failure.ts'
import { nextState, type SubmissionState } from '#core/review/submission-state.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Transaction } from '#ports/store/store.ts'
import type { EditorEvent } from './decision-note.ts'

/** A decision as it takes effect; `note` is checked. */
export type Decision = { id: string; event: EditorEvent; note: string | null; actor: string; at: string }

/** What became of a paper, for whoever submitted it. */
export type Decided = {
  id: string
  title: string
  state: SubmissionState
  note: string | null
  submittedBy: string | null
}

/** Moves a paper as decided and puts it on record. Throws `not_found` for unknown ids, `wrong_state` where the review knows no such step. */
export const applyDecision = async (tx: Transaction, decision: Decision): Promise<Decided> => {
  const { id, event, note, actor, at } = decision
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  const state = nextState(submission.state, event)
  await tx.papers.transition(id, { state, note, actor, at })
  const before = { state: submission.state }
  await tx.audit.record({ at, actor, act: `paper.${event}`, subject: id, before, after: { state, note } })
  return { id, title: submission.title, state, note, submittedBy: submission.submittedBy }
}

/** Queues a letter to each key with an address: one for all papers of that key with the same outcome and note. */
export const tellSubmitters = async (
  { ids, letters }: { ids: Ids; letters: EmailComposer },
  tx: Transaction,
  { decided, at }: { decided: readonly Decided[]; at: string },
): Promise<void> => {
  const alike = Map.groupBy(decided, ({ submittedBy, state, note }) => JSON.stringify([submittedBy, state, note]))
  for (const papers of alike.values()) {
    const { submittedBy = null, state, note = null } = papers[0] ?? {}
    const key = submittedBy === null ? null : await tx.keys.find(submittedBy)
    if (state === undefined || key === null || key.email === null || key.revokedAt !== null) continue
    const letter = letters.decision({ papers, state, note, keyLabel: key.label })
    await tx.outbox.add({ ...letter, kind: 'decision', to: key.email, messageId: letters.messageId(ids.uuid()) }, at)
  }
}
