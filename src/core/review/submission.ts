import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'

/** One step of a review; lists are oldest first. */
export type ReviewStep = { state: SubmissionState; note: string | null; actor: string; at: string }

/** A submission as its submitter and the editors see it. */
export type Submission = {
  id: string
  title: string
  state: SubmissionState
  submittedBy: string | null
  submittedAt: string
  updatedAt: string
  version: number
}

export const INGEST_SESSION_NAME = /^[\w.:-]{1,100}$/u
export const INGEST_SESSION_NAME_RULE = '1 to 100 letters, digits, and . : _ -'

export type SubmissionWithHistory = Submission & { history: ReviewStep[] }

/** Whether it was resubmitted after an editor requested changes. */
export const wasResubmitted = (submission: SubmissionWithHistory | null): boolean =>
  (submission?.history ?? []).filter(({ state }) => state === 'pending').length > 1

/** What a duplicate candidate has in common with a paper. */
export const duplicateMatches = ['doi', 'arxiv', 'title_year'] as const
export type DuplicateCandidate = { id: string; title: string; match: (typeof duplicateMatches)[number] }

/** Throws `not_found` unless the key sent the submission: for other keys it does not exist. */
export const ownSubmission = (found: Submission | null, { id, key }: { id: string; key: KeyRecord }): Submission => {
  if (found === null || found.submittedBy !== key.id)
    throw new Failure('not_found', `There is no submission ${id} for this key.`)
  return found
}

export type SubmissionFilter = {
  /** Only those of this key; null for all, as editors see them. */
  submittedBy: string | null
  states: readonly SubmissionState[]
}

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

/** States of papers whose id is publicly known. */
export const knownStates = ['accepted', 'retracted', 'merged'] as const satisfies readonly SubmissionState[]
export const isKnownToAll = (state: SubmissionState): boolean => knownStates.some((known) => known === state)

export const reviewEvents = ['accept', 'reject', 'ask', 'resubmit', 'withdraw', 'retract', 'merge'] as const
export type ReviewEvent = (typeof reviewEvents)[number]

/** Outcomes of a submission: editors decide on one, reviewers recommend one. */
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

/** Whether the paper is in the queue, or with its submitter for changes. */
export const isInReview = (state: SubmissionState): boolean => state === 'pending' || state === 'changes_requested'

/** The states in which an event is possible. */
const statesBefore = (event: ReviewEvent): SubmissionState[] =>
  submissionStates.filter((state) => transitions[state][event] !== undefined)

/** Throws `wrong_state` where there is no such transition. */
export const nextState = (state: SubmissionState, event: ReviewEvent): SubmissionState => {
  const next = transitions[state][event]
  if (next !== undefined) return next
  const from = statesBefore(event).join(' or ')
  throw new Failure(
    'wrong_state',
    `A paper that is ${state} cannot be ${eventParticiples[event]}; it would have to be ${from}.`,
  )
}

/** In characters, for the note of a decision or merge and the text of a reply template. */
export const MAX_NOTE_LENGTH = 5_000
