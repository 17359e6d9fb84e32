import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import type { SubmissionState } from './submission-state.ts'

/** One step of a paper's review, oldest first in lists. */
export type ReviewStep = { state: SubmissionState; note: string | null; actor: string; at: string }

/** What its submitter and the editors may know of a submission. */
export type Submission = {
  id: string
  title: string
  state: SubmissionState
  submittedBy: string | null
  submittedAt: string
  updatedAt: string
  version: number
}

/** What an ingestion session may be called. */
export const INGEST_SESSION_NAME = /^[\w.:-]{1,100}$/u
/** What the name may be, in words. */
export const INGEST_SESSION_NAME_RULE = '1 to 100 letters, digits, and . : _ -'

export type SubmissionWithHistory = Submission & { history: ReviewStep[] }

/** Whether its submitter sent it again after an editor requested changes. */
export const wasResubmitted = (submission: SubmissionWithHistory | null): boolean =>
  (submission?.history ?? []).filter(({ state }) => state === 'pending').length > 1

/** A duplicate candidate, and what it has in common. */
export const duplicateMatches = ['doi', 'arxiv', 'title_year'] as const
export type DuplicateCandidate = { id: string; title: string; match: (typeof duplicateMatches)[number] }

/** A submission for the key that sent it. Throws `not_found`: for any other key it does not exist. */
export const ownSubmission = (found: Submission | null, { id, key }: { id: string; key: KeyRecord }): Submission => {
  if (found === null || found.submittedBy !== key.id)
    throw new Failure('not_found', `There is no submission ${id} of this key.`)
  return found
}

export type SubmissionFilter = {
  /** Only those of one key; null for all, as editors see them. */
  submittedBy: string | null
  states: readonly SubmissionState[]
}
