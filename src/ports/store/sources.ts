import type { SourceRecord } from '#core/imports/imported-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Work } from '#core/papers/same-work/same-work.ts'
import type { JudgedText, RankedText, JudgedTexts } from '#core/sources/rank-candidates.ts'
import type {
  SourcePosition,
  Refusal,
  RunCounts,
  SourceDefinition,
  SourceRun,
  SourceState,
  WatchedSource,
} from '#core/sources/watched-source.ts'
import type {
  CandidateFilter,
  CandidateOrder,
  CandidateOrigin,
  CandidateState,
  ListedWork,
  PaperCandidate,
  RankedCandidate,
} from '#core/sources/candidate.ts'

export type SourceReader = {
  /** In the order they were added. */
  list(): Promise<WatchedSource[]>
  find(id: number): Promise<WatchedSource | null>
  /** Throws `not_found`. */
  get(id: number): Promise<WatchedSource>
  /** Active sources that are due and not leased. */
  due(now: string): Promise<WatchedSource[]>
  /** Newest first. */
  runs(id: number, limit: number): Promise<SourceRun[]>
}

/** A lease on a source, held under a unique reader name. Writes under a lost lease are refused. */
export type SourceLease = { id: number; reader: string }

/** The outcome of a run. */
export type RunEnd = {
  at: string
  error: string | null
  /** Whether everything available was read. */
  isComplete: boolean
  /** Requests that it made. */
  requests: number
  failures: number
  nextRunAt: string
}

export type SourceWriter = {
  add(source: SourceDefinition, about: { from: string | null; actor: string; at: string }): Promise<number>
  /** Also ends the lease, so that a running reader stops. */
  setState(id: number, state: SourceState, nextRunAt: string): Promise<void>
  /** Hides the source; what it found stays. */
  remove(id: number): Promise<void>
  /** Takes the lease and begins a run; false if someone else holds the lease. */
  beginRun(lease: SourceLease, at: string, until: string): Promise<boolean>
  /** Extends the lease; false if it was lost. */
  renew(lease: SourceLease, until: string): Promise<boolean>
  /** Whether the lease is held; nobody can take it over before the transaction ends. */
  holds(lease: SourceLease): Promise<boolean>
  savePosition(id: number, position: SourcePosition): Promise<void>
  addCounts(id: number, counts: Partial<RunCounts>): Promise<void>
  /** Stores refused records of the current run, up to a limit. */
  addRefusals(id: number, refusals: readonly Refusal[]): Promise<void>
  setTaken(id: number, day: string, count: number): Promise<void>
  endRun(lease: SourceLease, end: RunEnd): Promise<void>
  /** Leases a host and returns null, or returns when to try again. */
  leaseHost(host: string, lease: { reader: string; at: string; until: string }): Promise<string | null>
  /** Extends a reader's lease. */
  renewHostLease(host: string, reader: string, until: string): Promise<void>
  releaseHost(host: string, reader: string, notBefore: string): Promise<void>
  /** Deletes hosts whose pause ended before an instant, and runs started before it. */
  pruneRuns(before: string): Promise<void>
}

/** A record of a candidate. */
export type CandidateRecord = { sourceId: number | null; recordId: string; source: SourceRecord }

/** How far open candidates are ranked; only those with a title are. */
export type RankingState = {
  /** Whether any has no score. */
  isUnranked: boolean
  /** Whether there are any. */
  isOpen: boolean
  /** Identifies the rejected texts that candidates are compared with; changes with them. */
  rejected: string
}

export type RankPlace = { score: number; id: number }

export type CandidateReader = {
  /** Cheap for any number of candidates. `limit` is that of `judged`. */
  rankingState(limit: number): Promise<RankingState>
  /**
   * Texts that were decided on, in batches, latest first: at most `limit` each of accepted papers, rejected papers and
   * dismissed candidates.
   */
  judged(limit: number): AsyncIterable<JudgedTexts>
  /** Open candidates with a record, in batches: those without a score first, then latest first. */
  toRank(limit: number): AsyncIterable<readonly JudgedText[]>
  /** Open candidates, best first. */
  listRanked(after: RankPlace | null, limit: number): Promise<RankedCandidate[]>
  /**
   * Open candidates that a filter leaves, and the place where the next page begins. With a filter it looks at ten thousand candidates at
   * most, so that a page may have few or none and be followed by others.
   */
  listOpen(
    filter: CandidateFilter,
    by: { order: CandidateOrder; after: RankPlace | null; limit: number },
  ): Promise<{ candidates: RankedCandidate[]; next: RankPlace | null }>
  find(id: number): Promise<PaperCandidate | null>
  /** Those of these ids that there are. */
  among(ids: readonly number[]): Promise<Map<number, PaperCandidate>>
  /** Where candidates come from, by id, oldest first. */
  listOrigins(ids: readonly number[]): Promise<Map<number, CandidateOrigin[]>>
  countOpen(): Promise<number>
  /** Candidates in any state that share an identifier or a key with a work; `sameWork` decides. */
  findSimilar(work: Work): Promise<PaperCandidate[]>
  /** Candidates in any state with one of these identifiers. */
  findByIdentifiers(identifiers: Identifiers): Promise<PaperCandidate[]>
  /** The candidate and last digest of a record, by its id in its source. */
  findRecord(sourceId: number | null, recordId: string): Promise<{ candidateId: number; digest: string } | null>
  /** Candidates in any state that lists named by one of these keys, each with that key. */
  findListed(keys: readonly string[]): Promise<(PaperCandidate & { key: string })[]>
  listRecords(id: number): Promise<CandidateRecord[]>
  /** Open candidates, latest found first. */
  listNewest(before: number | null, limit: number): Promise<PaperCandidate[]>
}

export type CandidateWriter = {
  setRanks(ranks: readonly ({ id: number } & RankedText)[]): Promise<void>
  add(candidate: { paper: PaperWithText | null; listed: ListedWork | null; at: string } & Identifiers): Promise<number>
  addRecord(id: number, record: CandidateRecord): Promise<void>
  /** Records that a record of a list also came from outside a session, so that undoing the session leaves it. */
  shareRecord(recordId: string, session: string | null): Promise<void>
  /** Replaces a record that came again with other content. */
  replaceRecord(id: number, record: CandidateRecord): Promise<void>
  setPaper(id: number, paper: PaperWithText): Promise<void>
  decide(
    id: number,
    decision: { state: CandidateState; actor: string; at: string; paperId: string | null },
  ): Promise<void>
}
