import { Failure } from '#core/failure.ts'

/** How long a decision made in the console can be undone before it takes effect. */
export const UNDO_SECONDS = 30

/** When a decision made now takes effect. */
export const dueAt = (now: Date): string => new Date(now.getTime() + UNDO_SECONDS * 1_000).toISOString()

export const tooLateToUndo = (): Failure =>
  new Failure('wrong_state', 'It is too late to undo this: it has taken effect, or somebody else undid it.')
