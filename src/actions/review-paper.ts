import { Failure, invalid } from '#core/failure.ts'
import { nextState, type ReviewEvent, type SubmissionState } from '#core/review.ts'
import { storedText, textMistake } from '#core/text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'

/** What an editor may do; resubmitting and withdrawing are the submitter's. */
export type EditorEvent = Extract<ReviewEvent, 'accept' | 'ask' | 'reject' | 'retract'>

const NOTE_LENGTH = 5_000

const checkedNote = (event: EditorEvent, note: string | null): string | null => {
  const path = event === 'retract' ? 'reason' : 'note'
  if (note === null || note.trim() === '') {
    if (event === 'accept') return null
    throw invalid([{ path, message: `is required to ${event} a paper, so that its submitter knows why` }])
  }
  if (note.length > NOTE_LENGTH) throw invalid([{ path, message: `must have at most ${NOTE_LENGTH} characters` }])
  const mistake = textMistake(note, 'block')
  if (mistake !== null) throw invalid([{ path, message: mistake }])
  return storedText(note, 'block')
}

/** Decides on a paper. Throws `not_found` for unknown ids, `wrong_state` where the review knows no such step. */
export const reviewPaper = async (
  { store, clock }: { store: Store; clock: Clock },
  { id, event, note, actor }: { id: string; event: EditorEvent; note: string | null; actor: string },
): Promise<SubmissionState> => {
  const checked = checkedNote(event, note)
  return store.transact(async (tx) => {
    const submission = await tx.submissions.state(id)
    if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
    const state = nextState(submission.state, event)
    const at = clock.now().toISOString()
    await tx.papers.move(id, { state, note: checked, actor, at })
    const before = { state: submission.state }
    await tx.audit.record({ at, actor, act: `paper.${event}`, subject: id, before, after: { state, note: checked } })
    return state
  })
}
