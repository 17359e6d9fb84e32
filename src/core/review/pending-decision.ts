import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import type { Verdict } from './submission-state.ts'
import { Failure } from '#core/failure.ts'

/** How long a decision made in the console can be undone before it takes effect. */
export const UNDO_SECONDS = 30

/** When a decision made now takes effect. */
export const dueAt = (now: Date): string => new Date(now.getTime() + UNDO_SECONDS * 1_000).toISOString()

export const tooLateToUndo = (): Failure =>
  new Failure('wrong_state', 'It is too late to undo this: it has taken effect, or somebody else undid it.')

/** A decision that takes effect when it is due and can be undone until then. */
export type PendingDecision = {
  id: string
  title: string
  event: Verdict
  note: string | null
  actor: string
  /** The version that was decided on; another one is not. Null for a decision of a release that kept none. */
  version: number | null
  decidedAt: string
  dueAt: string
  /** What the decisions of one bulk decision have in common. */
  batch: string | null
  /** What the paper says of itself once it is accepted, in place of what it says now; null leaves that as it is. */
  assessed: AssessedFields | null
}
