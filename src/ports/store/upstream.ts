import type { LinkFailure } from '#core/imports/notice.ts'
import type { Paper } from '#core/papers/paper.ts'

/** A public paper that is to be compared with its records elsewhere. `seq` continues the list. */
export type DuePaper = { seq: number; paper: Paper; failure: LinkFailure | null }

export type UpstreamReader = {
  /**
   * Public papers that were not checked since `before`, and those whose link failed and was not checked since `failedBefore`; oldest
   * first. `after` is the last `seq` of the previous page.
   */
  listDue(given: { before: string; failedBefore: string; after: number; limit: number }): Promise<DuePaper[]>
  /** Public papers, on request also those in review, oldest first, from the one after `id`. */
  listAfter(id: string | null, given: { inReview: boolean; limit: number }): Promise<Paper[]>
  /** A public paper, whenever it was checked; null for any other. */
  findPublic(paperId: string): Promise<DuePaper | null>
}

export type UpstreamWriter = {
  saveCheck(paperId: string, check: { at: string; failure: LinkFailure | null }): Promise<void>
}
