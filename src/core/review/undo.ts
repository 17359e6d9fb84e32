import type { Provenance } from '#core/assessment/provenance.ts'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import { Failure } from '#core/failure.ts'
import type { Verdict } from './submission.ts'

/** How long a decision made in the console can be undone before it takes effect. */
export const UNDO_SECONDS = 30

export const dueAt = (now: Date): string => new Date(now.getTime() + UNDO_SECONDS * 1_000).toISOString()

export const tooLateToUndo = (): Failure =>
  new Failure('wrong_state', 'It is too late to undo this: it has taken effect, or somebody else undid it.')

/** A decision that takes effect at `dueAt` and can be undone until then. */
export type PendingDecision = {
  id: string
  title: string
  event: Verdict
  note: string | null
  actor: string
  /** The version that was decided on; the decision applies to no other. Null for decisions from before this was recorded. */
  version: number | null
  decidedAt: string
  dueAt: string
  /** The id shared by the decisions of one bulk decision. */
  batch: string | null
  /** The assessment that replaces that of the paper once accepted; null keeps it. */
  assessed: AssessedFields | null
  /** Who gave the values with which the paper is accepted; null if the editor did not look at them one by one. */
  provenance: Provenance | null
}
