import type { Submission, SubmissionWithHistory, SubmissionFilter } from '#core/review/submission.ts'

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
