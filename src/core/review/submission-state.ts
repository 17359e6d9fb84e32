import { Failure } from '#core/failure.ts'

export const submissionStates = [
  'pending',
  'changes_requested',
  'accepted',
  'rejected',
  'withdrawn',
  'retracted',
  'merged',
] as const
export type SubmissionState = (typeof submissionStates)[number]

/** States of papers that anybody learns of by asking for their id. */
export const knownStates = ['accepted', 'retracted', 'merged'] as const satisfies readonly SubmissionState[]
export const isKnownToAll = (state: SubmissionState): boolean => knownStates.some((known) => known === state)

export const reviewEvents = ['accept', 'reject', 'ask', 'resubmit', 'withdraw', 'retract', 'merge'] as const
export type ReviewEvent = (typeof reviewEvents)[number]

/** The possible outcomes of a submission: editors decide on one, reviewers recommend one. */
export const verdicts = ['accept', 'ask', 'reject'] as const satisfies readonly ReviewEvent[]
export type Verdict = (typeof verdicts)[number]

const transitions: Record<SubmissionState, Partial<Record<ReviewEvent, SubmissionState>>> = {
  pending: { accept: 'accepted', reject: 'rejected', ask: 'changes_requested', withdraw: 'withdrawn' },
  changes_requested: { resubmit: 'pending', withdraw: 'withdrawn' },
  accepted: { retract: 'retracted', merge: 'merged' },
  rejected: {},
  withdrawn: {},
  retracted: {},
  merged: {},
}

const eventParticiples: Record<ReviewEvent, string> = {
  accept: 'accepted',
  reject: 'rejected',
  ask: 'sent back with a question',
  resubmit: 'resubmitted',
  withdraw: 'withdrawn',
  retract: 'retracted',
  merge: 'merged into another',
}

/** Whether the paper is in the review queue, or with its submitter for changes. */
export const isInReview = (state: SubmissionState): boolean => state === 'pending' || state === 'changes_requested'

/** The states from which an event leads somewhere. */
const statesBefore = (event: ReviewEvent): SubmissionState[] =>
  submissionStates.filter((state) => transitions[state][event] !== undefined)

/** The state after an event. Throws `wrong_state` where there is no such transition. */
export const nextState = (state: SubmissionState, event: ReviewEvent): SubmissionState => {
  const next = transitions[state][event]
  if (next !== undefined) return next
  const from = statesBefore(event).join(' or ')
  throw new Failure(
    'wrong_state',
    `A paper that is ${state} cannot be ${eventParticiples[event]}; it would have to be ${from}.`,
  )
}
