import type { DuplicateCandidate } from '#core/review/submission.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'

export const checkNames = [
  'missing_abstract',
  'address',
  'year',
  'likeness',
  'hidden_characters',
  'agent_instructions',
  'markdown',
  'unchecked',
] as const
export type CheckName = (typeof checkNames)[number]

/** Duplicate candidates that only editors are told of. */
export const editorMatches = ['near_title', 'number'] as const

/** A paper that is stored already, in any state, and what it shares with the one that came in. */
export type SimilarPaper = Omit<DuplicateCandidate, 'match'> & {
  state: SubmissionState
  match: DuplicateCandidate['match'] | (typeof editorMatches)[number]
}

/**
 * Something that an editor should look at. It never decides anything: `weight` (1 to 100) only moves the paper
 * forward in the queue. `reason` is a sentence for people; `alike` names the other papers where that is the matter.
 */
export type Finding = { check: CheckName; field: string; reason: string; weight: number; alike: SimilarPaper[] }

export const finding = (check: CheckName, field: string, weight: number, reason: string): Finding => ({
  check,
  field,
  reason,
  weight,
  alike: [],
})
