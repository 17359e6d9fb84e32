import type {
  ProposalState,
  ProposedFields,
  ProposedRevision,
  RecordedProposal,
  RecordOrigin,
  SourceRecord,
} from '#core/imports/imported-record.ts'
import type { Notice } from '#core/imports/notice.ts'
import type { RememberedColumns } from '#core/imports/table-columns.ts'
import type { Join } from '#core/imports/join.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Work, WorkLikeness } from '#core/papers/same-work/same-work.ts'
import type { SubmissionState } from '#core/review/submission.ts'
import type { IngestChunk, IngestCounts, IngestRefusal, IngestSession } from '#core/imports/ingest-session.ts'

/** A paper (without its full text) that describes, or may describe, the same work, how it was matched, and who added it. */
export type WorkCandidate = KnownWork & { match: WorkLikeness }

/** A paper of any state and who added it. */
export type KnownWork = { paper: Paper; state: SubmissionState; broughtBy: string }

/** A paper that is public or in review, by what identifies it. */
export type IdentifiedPaper = { paperId: string; isPublic: boolean; doi: string | null; arxivId: string | null }

export type ImportReader = {
  /** Paper ids by the digests of the records that led to them. */
  findByDigests(digests: readonly string[]): Promise<Map<string, string>>
  /** Papers in any state that share an identifier or key with a work and pass `compareWorks`; oldest first. */
  workCandidates(work: Work): Promise<WorkCandidate[]>
  /** Papers that are public or in review with one of these DOIs or arXiv ids; oldest first. */
  findByIdentifiers(given: { dois: readonly string[]; arxivIds: readonly string[] }): Promise<IdentifiedPaper[]>
  /** Papers in any state with this address, or another one of the same page; oldest first. */
  atAddress(url: string): Promise<KnownWork[]>
  /** Which of these papers `actor` must not learn about: neither public nor added by `actor`. */
  findUnknownIds(ids: readonly string[], actor: string): Promise<Set<string>>
  /** Records that a paper was made from or enriched by, oldest first. */
  listSources(paperId: string): Promise<SourceRecord[]>
  /**
   * Oldest first, open ones of papers that are public or in review, joined by paper; those to retract it are joined by themselves.
   * `after` is the last id of the previous page.
   */
  listProposals(state: ProposalState, after: number | null, limit: number): Promise<ProposedRevision[]>
  /** How many open proposals are listed. */
  countOpenProposals(): Promise<number>
  /** An open one is joined with those before it for the same paper. */
  findProposal(id: number): Promise<ProposedRevision | null>
  /** Where the records of a paper came from, latest first. */
  listOrigins(paperId: string, limit: number): Promise<RecordOrigin[]>
  /** Papers that are public or in review, with a record of OAI-PMH that has this identifier. */
  findByOaiId(recordId: string, limit: number): Promise<{ paperId: string; isPublic: boolean }[]>
  /** The latest that records of a paper proposed for it, each by itself, newest first. */
  listRecordedProposals(paperId: string, limit: number): Promise<RecordedProposal[]>
}

export type ImportWriter = {
  /** Ids never used by a paper, regardless of leading zeros; each is given out once. */
  allocateIds(count: number): Promise<string[]>
  /** Stores a record; returns its number. */
  addSource(paperId: string, source: SourceRecord): Promise<number>
  /** Stores the records of papers that were just added. */
  addSources(records: readonly { paperId: string; source: SourceRecord }[]): Promise<void>
  /** A notice with fields is a new version, whose fields replace those of the paper. */
  addProposal(
    paperId: string,
    proposal: { source: number; fields: ProposedFields; notice: Notice | null; at: string },
  ): Promise<void>
  /** Decides on an open proposal with those that it joins. */
  decideProposal(id: number, decision: { state: ProposalState; actor: string; at: string }): Promise<void>
}

export type JoinReader = {
  /** Newest first, those since a time. `before` is the last id of the previous page. */
  list(since: string, before: number | null, limit: number): Promise<Join[]>
  find(id: number): Promise<Join | null>
}

export type JoinWriter = {
  add(join: Pick<Join, 'paperId' | 'match' | 'paper' | 'filled'> & { source: number; at: string }): Promise<void>
  /** Gives the record to a paper of its own. What it proposed for the other one is left. */
  separate(id: number, separated: NonNullable<Join['separated']>): Promise<void>
  /** Forgets joins from before a time. */
  prune(before: string): Promise<void>
}

export type TableColumnReader = {
  /** Newest first. */
  list(): Promise<RememberedColumns[]>
}

export type TableColumnWriter = TableColumnReader & {
  /** Replaces those of the same header, and forgets the oldest beyond the most that are remembered. */
  remember(remembered: RememberedColumns): Promise<void>
  /** Returns whether there were any. */
  forget(id: string): Promise<boolean>
}

export type IngestionReader = {
  find(id: string): Promise<IngestSession | null>
  /** Throws `not_found`. */
  get(id: string): Promise<IngestSession>
  /** Newest first. */
  list(limit: number): Promise<IngestSession[]>
  findChunk(id: string, chunk: number): Promise<IngestChunk | null>
  /** By number. `after` is the last number of the previous page. */
  listChunks(id: string, after: number | null, limit: number): Promise<IngestChunk[]>
  /** By chunk and number. `after` is the last one of the previous page. */
  listRefusals(
    id: string,
    after: Pick<IngestRefusal, 'chunk' | 'number'> | null,
    limit: number,
  ): Promise<IngestRefusal[]>
  /**
   * Of the next `limit` papers of a session in storing order, how many are pending. `next` is passed as `after` to
   * continue, null at the end; `after` is 0 at the start.
   */
  countPending(id: string, after: number, limit: number): Promise<{ count: number; next: number | null }>
}

/** A paper that a session enriched but did not add, with the record that did so. */
export type Enrichment = { source: number; paperId: string; isInReview: boolean }

export type IngestionWriter = {
  add(session: IngestSession): Promise<void>
  /** Updates the given fields of a session. */
  update(id: string, change: Partial<Pick<IngestSession, 'state' | 'endedAt' | 'endedBy' | 'removed'>>): Promise<void>
  /** Starts a chunk, replacing one with the same number of which nothing was stored. */
  beginChunk(id: string, chunk: Pick<IngestChunk, 'chunk' | 'digest' | 'begunAt'>): Promise<void>
  /** Adds to the counts of a chunk and its session. */
  count(id: string, chunk: number, added: IngestCounts & { at: string }): Promise<void>
  addRefusals(id: string, refusals: readonly IngestRefusal[]): Promise<void>
  /** Marks a chunk as completely stored. Returns the highest number up to which every chunk is. */
  finishChunk(id: string, chunk: number, at: string): Promise<number | null>
  /**
   * Deletes at most `limit` papers that the session added and that nobody else has touched or decided on; their ids and
   * records may be used again. Each paper is examined once. Returns how many were deleted, and whether all were
   * examined.
   * @param actor who added them
   */
  removePapers(id: string, actor: string, limit: number): Promise<{ removed: number; isAll: boolean }>
  /**
   * Takes back at most `limit` records that the session added for candidates. An open candidate without another record
   * is deleted, any other stays. Returns how many records there were.
   */
  removeCandidates(id: string, limit: number): Promise<number>
  /** The next records of the session on papers that it did not add, and whether these were the last. */
  listEnrichments(id: string, limit: number): Promise<{ enrichments: Enrichment[]; isAll: boolean }>
  /** Deletes a record of the session and its undecided proposals. */
  removeEnrichment(source: number): Promise<void>
}
