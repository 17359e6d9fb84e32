import type { PaperTerms } from '#core/search/ranking/terms.ts'
import type { PublicPaper, Paper, PaperWithText, PaperVersion, VersionInfo } from '#core/papers/paper.ts'
import type { AttributeFilter, LibraryFilter } from '#core/search/paper-filter.ts'
import type { CheckReport, SimilarPaper } from '#core/review/checks.ts'
import type { PaperReference } from '#core/papers/paper-reference.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { Provenance, ProvenanceChange, PublicProvenance } from '#core/assessment/provenance.ts'
import type { EditedBy } from '#core/editorial/version.ts'
import type { RankKey } from '#core/papers/score.ts'
import type { SubmissionState, DuplicateCandidate } from '#core/review/submission.ts'

/**
 * A page of accepted papers in the public order. `next` is null on the last page; `total` counts all matches if finding
 * the first page counted them.
 */
export type PaperPage = { papers: Paper[]; next: RankKey | null; total?: number | null }

/** How far the matches of a search are counted; `after` is where the store continues, null when all are counted. */
export type CountProgress = { counted: number; after: RankKey | null }

/** What identifies a paper when looking for duplicates. */
export type DuplicateQuery = Pick<Paper, 'id' | 'title' | 'year'> & Identifiers

/** What a reference resolves to: a paper, or why it cannot be read and the id it was stored under. */
export type ResolvedPaper = { state: 'accepted'; paper: Paper } | ({ id: string } & PublicPaper)

export type PublicPaperReader = {
  /** @param after rank key of the last paper of the previous page */
  list(filter: LibraryFilter, after: RankKey | null, limit: number): Promise<PaperPage>
  /** How many papers have these attributes; costs the same for any corpus. */
  countByAttributes(traits: AttributeFilter): Promise<number>
  /** Counts at most `atMost` further matches: a search may have too many to count at once. */
  continueCount(filter: LibraryFilter, progress: CountProgress, atMost: number): Promise<CountProgress>
  /** Null for unknown and unpublished papers alike. */
  find(id: string): Promise<PublicPaper | null>
  /** Who gave the values of their assessments, by id; other papers are left out. */
  provenance(ids: readonly string[]): Promise<Map<string, PublicProvenance>>
  /** Resolves references, in their order. Null for unknown and unpublished papers alike. */
  resolve(references: readonly PaperReference[]): Promise<(ResolvedPaper | null)[]>
  /** Accepted papers with their full texts, for export. */
  listWithText(after: RankKey | null, limit: number): Promise<{ papers: PaperWithText[]; next: RankKey | null }>
  /** Papers accepted within [from, to) and still public, in the public order; of the last so many acceptances, if `newest` is given. */
  acceptedWithin(from: string, to: string, newest?: number): Promise<Paper[]>
}

/** A paper in any state as a list for editors shows it, without its full text. */
export type PaperSummary = {
  paper: Paper
  state: SubmissionState
  version: number
  submittedAt: string
  updatedAt: string
}

/** Papers that are not public: in one state or in any, with all these words in the title, even within words. */
export type UnpublishedFilter = { state: Exclude<SubmissionState, 'accepted'> | null; words: string | null }

/** Papers in any state. */
export type PrivatePaperReader = {
  /** Current papers by id, in any state. */
  findByIds(ids: readonly string[]): Promise<Map<string, PaperWithText>>
  /** The same for lists. */
  listed(ids: readonly string[]): Promise<Map<string, PaperSummary>>
  /**
   * Papers that are not public, as they came in. `after` is the previous page's `next`. A state is read from an index; words are
   * looked for in the titles of all of them.
   */
  listUnpublished(
    filter: UnpublishedFilter,
    by: { order: 'oldest' | 'latest'; after: number | null; limit: number },
  ): Promise<{ papers: PaperSummary[]; next: number | null }>
  /** Public papers by title, or the latest change first, from an index. `after` is the previous page's `next`. */
  listPublic(by: {
    order: 'title' | 'changed'
    after: number | null
    limit: number
  }): Promise<{ papers: PaperSummary[]; next: number | null }>
  /** Counts papers that are not public up to a limit. */
  countUnpublished(filter: UnpublishedFilter, most: number): Promise<{ papers: number; isExact: boolean }>
  /** Whether no paper was ever stored. */
  isEmpty(): Promise<boolean>
  /** Accepted papers, and submissions of the same key, that share an identifier or title and year. */
  visibleDuplicates(paper: DuplicateQuery, keyId: string | null): Promise<DuplicateCandidate[]>
  /** The same among papers in any state, for editors. */
  allDuplicates(paper: DuplicateQuery): Promise<SimilarPaper[]>
}

/** A paper to be stored. `actor` and `at` go into its review history. */
export type NewPaper = {
  paper: PaperWithText
  /** Its terms if they were computed before the transaction; otherwise the store computes them. */
  terms?: PaperTerms | undefined
  state: Extract<SubmissionState, 'pending' | 'accepted'>
  submittedBy: string | null
  /** The size of a submission, which counts against its key until it is decided on or withdrawn. */
  bytes?: number
  actor: string
  at: string
  /** For a paper to be reviewed: the findings of the checks, and its ingestion session. */
  checked?: { checkReport: CheckReport; session: string | null } | undefined
}

/** A paper as stored. */
export type StoredPaper = { paper: PaperWithText; state: SubmissionState; version: number }

export type RevisedPaper = { before: StoredPaper; after: StoredPaper }

/** A change of a paper; `given`: who gave assessed values that differ, unless who changes it did. */
export type Revision = {
  id: string
  change: (stored: StoredPaper) => PaperWithText | null
  given?: Provenance | undefined
}

export type PaperWriter = {
  /** Throws `duplicate_id` if an id was ever used. Accepted papers become public with the commit. */
  add(papers: readonly NewPaper[]): Promise<void>
  /**
   * Replaces a paper with the result of `change` and keeps the previous version; an accepted paper's change is public
   * with the commit. If `change` returns null nothing changes and `after` equals `before`. `by` is who changes it, and so
   * the provenance of assessed values that differ. The paper is read once. Throws `not_found`.
   */
  revise(id: string, by: ProvenanceChange, change: (stored: StoredPaper) => PaperWithText | null): Promise<RevisedPaper>
  /**
   * The same for several papers at once, which costs less than one after the other. The ids are all different; those that were
   * never used are left out of the result.
   */
  reviseAll(revisions: readonly Revision[], by: EditedBy): Promise<Map<string, RevisedPaper>>
  /**
   * Merges an accepted duplicate into another accepted paper: its id, and ids that led to it, lead to that paper, which
   * also takes over its links from gaps.
   */
  mergeInto(id: string, into: string, step: { note: string; actor: string; at: string }): Promise<void>
  /** Moves a paper to another state and indexes or unindexes it accordingly. `bytes` is the new size of a submission. */
  transition(
    id: string,
    step: { state: SubmissionState; note: string | null; actor: string; at: string; bytes?: number },
  ): Promise<void>
}

/**
 * Earlier versions of papers. They are kept from the first change on: a paper that never changed is its only version.
 * Every `tx.papers.revise` keeps one.
 */
export type VersionReader = {
  /** Newest first, including the current one; empty for an id that was never used. */
  list(id: string): Promise<VersionInfo[]>
  /** Null if the paper has no such version. */
  find(id: string, version: number): Promise<PaperVersion | null>
}
