import type { SubmissionState } from '#core/review/submission-state.ts'
import type { Submission, SubmissionWithHistory } from '#core/review/submission.ts'

export type SubmissionFilter = {
  /** Only those of one key; null for all, the house's view. */
  submittedBy: string | null
  states: readonly SubmissionState[]
}

export type SubmissionReader = {
  /** Oldest first. `after` is the last page's `next`. */
  list(
    filter: SubmissionFilter,
    after: number | null,
    limit: number,
  ): Promise<{ submissions: SubmissionWithHistory[]; next: number | null; total: number }>
  find(id: string): Promise<SubmissionWithHistory | null>
  /** Papers that are not public whose titles hold all these words, also as parts of words; newest first. */
  searchTitles(words: string, limit: number): Promise<Submission[]>
  /** State and submitter alone, for rules. */
  findWithoutHistory(id: string): Promise<Submission | null>
}
