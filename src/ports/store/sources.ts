import type { SourceRecord } from '#core/imports/source-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Work } from '#core/papers/same-work/same-work.ts'
import type { JudgedText, RankedText, JudgedTexts } from '#core/sources/rank-candidates.ts'
import type { SourcePosition } from '#core/sources/source-position.ts'
import type { CandidateOrigin, CandidateState, PaperCandidate, RankedCandidate } from '#core/sources/paper-candidate.ts'
import type {
  Refusal,
  RunCounts,
  SourceDefinition,
  SourceRun,
  SourceState,
  WatchedSource,
} from '#core/sources/watched-source.ts'

export type SourceReader = {
  /** In the order in which they were added. */
  list(): Promise<WatchedSource[]>
  find(id: number): Promise<WatchedSource | null>
  /** Active ones whose time has come and that nobody is reading. */
  due(now: string): Promise<WatchedSource[]>
  /** The last runs of a source, newest first. */
  runs(id: number, limit: number): Promise<SourceRun[]>
}

/** Who reads a source: a name that nobody else has. Writes of a reader whose lease was taken over are refused. */
export type SourceLease = { id: number; reader: string }

/** How a run ends. */
export type RunEnd = {
  at: string
  error: string | null
  /** Whether all was read that there was to read. */
  isComplete: boolean
  /** Requests that were made for it. */
  requests: number
  failures: number
  nextRunAt: string
}

export type SourceWriter = {
  add(source: SourceDefinition, about: { from: string | null; actor: string; at: string }): Promise<number>
  /** Whoever reads it finds the lease gone and stops. */
  setState(id: number, state: SourceState, nextRunAt: string): Promise<void>
  /** It is gone from all lists; what it brought stays. */
  remove(id: number): Promise<void>
  /** Begins a run, unless somebody else is reading the source. */
  begin(lease: SourceLease, at: string, until: string): Promise<boolean>
  /** Whether the lease was still held and now is until then. */
  renew(lease: SourceLease, until: string): Promise<boolean>
  /** Whether the lease is held. Nobody takes it over before the transaction ends. */
  holds(lease: SourceLease): Promise<boolean>
  savePosition(id: number, position: SourcePosition): Promise<void>
  addCounts(id: number, counts: Partial<RunCounts>): Promise<void>
  /** Keeps some of the refused records of the run under way. */
  addRefusals(id: number, refusals: readonly Refusal[]): Promise<void>
  setTaken(id: number, day: string, count: number): Promise<void>
  end(lease: SourceLease, end: RunEnd): Promise<void>
  /** When a host may be asked; null: now, and it is leased until then. */
  enterHost(host: string, lease: { reader: string; at: string; until: string }): Promise<string | null>
  /** Keeps the turn of a reader for longer. */
  keepHost(host: string, reader: string, until: string): Promise<void>
  leaveHost(host: string, reader: string, notBefore: string): Promise<void>
  /** Forgets hosts that were to be left alone until before an instant, and runs that ended before it. */
  pruneRuns(before: string): Promise<void>
}

/** A record as it is kept beside a candidate. */
export type CandidateRecord = { sourceId: number | null; recordId: string; source: SourceRecord }

/** How far the candidates are ranked; those without a title are not. */
export type RankingState = {
  /** Whether any open one has no score. */
  isUnranked: boolean
  /** Whether any is open. */
  isOpen: boolean
  /** What of the rejected the others are compared with: another text where it is others. */
  rejected: string
}

export type RankPlace = { score: number; id: number }

export type CandidateReader = {
  /** Counts nothing, however many candidates there are; the limit is that of `judged`. */
  rankingState(limit: number): Promise<RankingState>
  /** Texts of what was decided on, some at a time, the latest first: so many papers accepted, rejected, and candidates dismissed. */
  judged(limit: number): AsyncIterable<JudgedTexts>
  /** Open ones with a record, some at a time: those without a score first, then the latest. */
  toRank(limit: number): AsyncIterable<readonly JudgedText[]>
  /** Open ones, best first. */
  ranked(after: RankPlace | null, limit: number): Promise<RankedCandidate[]>
  find(id: number): Promise<PaperCandidate | null>
  /** Where it comes from, oldest first. */
  origins(ids: readonly number[]): Promise<Map<number, CandidateOrigin[]>>
  countOpen(): Promise<number>
  /** Candidates of any state that share an identifier or a key with a work; `sameWork` decides. */
  alike(work: Work): Promise<PaperCandidate[]>
  /** Candidates of any state that have one of these identifiers. */
  named(identifiers: Identifiers): Promise<PaperCandidate[]>
  /** The digest of a record as it was last taken, by its id in its source. */
  findRecord(sourceId: number | null, recordId: string): Promise<{ candidateId: number; digest: string } | null>
  records(id: number): Promise<CandidateRecord[]>
  /** Open ones, the latest found first. */
  newest(before: number | null, limit: number): Promise<PaperCandidate[]>
}

export type CandidateWriter = {
  setRanks(ranks: readonly ({ id: number } & RankedText)[]): Promise<void>
  add(candidate: { paper: PaperWithText | null; at: string } & Identifiers): Promise<number>
  addRecord(id: number, record: CandidateRecord): Promise<void>
  /** Notes that a record of a list came from elsewhere than a session, too: undoing the session leaves it. */
  shareRecord(recordId: string, session: string | null): Promise<void>
  /** A record that came again with other content. */
  replaceRecord(id: number, record: CandidateRecord): Promise<void>
  setPaper(id: number, paper: PaperWithText): Promise<void>
  decide(
    id: number,
    decision: { state: CandidateState; actor: string; at: string; paperId: string | null },
  ): Promise<void>
}
