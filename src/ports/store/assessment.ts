import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import type { PaperSample } from '#core/assessment/sample-terms.ts'
import type { KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { Paper } from '#core/papers/paper.ts'

/** What suggestions for an assessment are learned from. */
export type AssessmentReader = {
  /**
   * Accepted papers with their words as the ranking stores them: all that have a long-horizon score, in the public order,
   * or, of more than `limit`, those that the ranking finds most alike to `paper`, best first. Where hardly any has a score,
   * all papers count. The paper itself is never among them;
   * `isAll` says that no other is missing either, so that they serve for any paper that is not accepted.
   */
  samplesFor(paper: Paper, limit: number): Promise<{ samples: PaperSample[]; isAll: boolean }>
  /** Every concept with the names that lead to it. */
  listNames(): Promise<KnownConcept[]>
  /** What was proposed for a paper, the latest first. */
  listDrafts(id: string): Promise<AssessmentDraft[]>
  /** Which version of each of these papers an author has drafted, by their ids. */
  versionsDrafted(author: string, ids: readonly string[]): Promise<Map<string, number>>
}

export type AssessmentWriter = {
  /** Stores the one draft that its author has of a paper in place of an earlier one. Throws `not_found`. */
  putDraft(id: string, draft: AssessmentDraft): Promise<void>
  /** Removes what was proposed for a paper. */
  removeDrafts(id: string): Promise<void>
}
