import { validationFailure } from '#core/failure.ts'
import { MAX_NOTE_LENGTH } from '#core/review/decision-note.ts'
import type { ReviewEvent } from '#core/review/submission-state.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'

/** What an editor may do; resubmitting and withdrawing are the submitter's. */
export type EditorEvent = Extract<ReviewEvent, 'accept' | 'ask' | 'reject' | 'retract'>

/** A note in its stored form, null when it is empty. Throws `invalid`. */
export const parseNote = (text: string | null, path: string): string | null => {
  if (text === null || text.trim() === '') return null
  if (text.length > MAX_NOTE_LENGTH)
    throw validationFailure([{ path, message: `must have at most ${MAX_NOTE_LENGTH} characters` }])
  const error = textError(text, 'block')
  if (error !== null) throw validationFailure([{ path, message: error }])
  return normalizeText(text, 'block')
}

/** The note of a decision; only an acceptance needs none. Throws `invalid`. */
export const parseDecisionNote = (event: EditorEvent, note: string | null): string | null => {
  const path = event === 'retract' ? 'reason' : 'note'
  const checked = parseNote(note, path)
  if (checked === null && event !== 'accept')
    throw validationFailure([{ path, message: `is required to ${event} a paper, so that its submitter knows why` }])
  return checked
}
