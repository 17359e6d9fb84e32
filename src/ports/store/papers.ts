import type { PublicPaper } from '#core/papers/public-paper.ts'
import type { PaperFilter, AttributeFilter } from '#core/search/paper-filter.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import type { SimilarPaper } from '#core/review/checks/finding.ts'
import type { PaperKeys } from '#core/papers/same-work/work-keys.ts'
import type { PaperTerms } from '#core/search/paper-terms.ts'
import type { PaperReference } from '#core/papers/paper-reference.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { DuplicateCandidate } from '#core/review/submission.ts'

/**
 * A page of accepted papers in the public order; `next` is null on the last page, `total` the number of all matches
 * where a first page told it.
 */
export type PaperPage = { papers: Paper[]; next: RankKey | null; total?: number | null }

/** How far the matches of a search are counted, as the store that began it goes on; `after` is null when all are. */
export type CountProgress = { counted: number; after: RankKey | null }

/** What other papers are compared with. */
export type DuplicateQuery = Pick<Paper, 'id' | 'title' | 'year'> & Identifiers

/** What a reference means: a paper, or why it cannot be read and under which id it was stored. */
export type ResolvedPaper = { state: 'accepted'; paper: Paper } | ({ id: string } & PublicPaper)

export type PublicPaperReader = {
  /** @param after rank key of the last paper of the page before */
  list(filter: PaperFilter, after: RankKey | null, limit: number): Promise<PaperPage>
  /** How many papers have these traits, at the same cost for any corpus. */
  countByAttributes(traits: AttributeFilter): Promise<number>
  /** Counts at most so many further matches: a search may have too many to count them in one go. */
  continueCount(filter: PaperFilter, progress: CountProgress, atMost: number): Promise<CountProgress>
  /** Null for unknown and for unpublished papers alike. */
  find(id: string): Promise<PublicPaper | null>
  /** What each of these references means, in their order. Null for unknown and for unpublished papers alike. */
  resolve(references: readonly PaperReference[]): Promise<(ResolvedPaper | null)[]>
  /** Accepted papers with their full text, for export. */
  listWithText(after: RankKey | null, limit: number): Promise<{ papers: PaperWithText[]; next: RankKey | null }>
  /** Papers accepted within [from, to) and still public, in the public order. */
  acceptedWithin(from: string, to: string): Promise<Paper[]>
}

/** Papers of any state. */
export type PrivatePaperReader = {
  /** Papers of any state under these ids, as they stand. */
  findByIds(ids: readonly string[]): Promise<Map<string, PaperWithText>>
  /** Whether no paper of any state was ever stored. */
  isEmpty(): Promise<boolean>
  /** Accepted papers, and those the same key submitted, that share an identifier or title and year. */
  visibleDuplicates(paper: DuplicateQuery, keyId: string | null): Promise<DuplicateCandidate[]>
  /** The same among papers of any state, as editors see them. */
  allDuplicates(paper: DuplicateQuery): Promise<SimilarPaper[]>
}

/** A paper on its way into the store. `actor` and `at` go into its review history. */
export type NewPaper = {
  paper: PaperWithText
  /** Keys and terms, if somebody has found them already: the store does it otherwise. */
  keys?: PaperKeys | undefined
  terms?: PaperTerms | undefined
  state: Extract<SubmissionState, 'pending' | 'accepted'>
  submittedBy: string | null
  actor: string
  at: string
  /** For one that comes in for review: what the checks found, and the ingestion session it came with. */
  checked?: { assessment: Assessment; session: string | null } | undefined
}

/** A paper as it stands in the store. */
export type StoredPaper = { paper: PaperWithText; state: SubmissionState; version: number }

export type PaperWriter = {
  /** Throws `duplicate_id` when an id was ever used. Accepted papers are public with the commit. */
  add(papers: readonly NewPaper[]): Promise<void>
  /**
   * Puts what `change` makes of a paper in place of its last version, which is kept; the public sees it with the commit
   * if the paper is accepted. `by` says who changes it. Null changes nothing: `after` is `before` then. The paper is read
   * once. Throws `not_found`.
   */
  revise(
    id: string,
    by: { actor: string; at: string },
    change: (stored: StoredPaper) => PaperWithText | null,
  ): Promise<{ before: StoredPaper; after: StoredPaper }>
  /**
   * Takes an accepted duplicate out of the library: from now on its id, and every id that led to it, leads to another
   * accepted paper, which also takes its places in gaps.
   */
  mergeInto(id: string, into: string, step: { note: string; actor: string; at: string }): Promise<void>
  /** Moves a paper to another state, indexing or unindexing it as the step demands. */
  transition(
    id: string,
    step: { state: SubmissionState; note: string | null; actor: string; at: string },
  ): Promise<void>
}
