import type { Generated } from 'kysely'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { CandidateState } from '#core/sources/paper-candidate.ts'
import type { SourceKind, SourceState } from '#core/sources/watched-source.ts'

/** Sources that are watched, and what they had. */
export type SourceTables = {
  watched_sources: {
    seq: Generated<number>
    kind: SourceKind
    name: string
    address: string
    query: string
    metadata_prefix: string
    every_minutes: number
    daily_cap: number
    state: SourceState | 'removed'
    added_by: string
    added_at: string
    next_run_at: string
    failures: number
    last_error: string | null
    last_run_at: string | null
    last_success_at: string | null
    taken_on: string | null
    taken_count: number
    position: string
    reader: string | null
    lease_until: string | null
  }
  source_runs: {
    seq: Generated<number>
    source_seq: number
    started_at: string
    ended_at: string | null
    requests: number
    read: number
    added: number
    known: number
    refused: number
    refusals: string
    error: string | null
  }
  outbound_hosts: { host: string; reader: string | null; lease_until: string | null; not_before: string }
  paper_candidates: {
    seq: Generated<number>
    state: CandidateState
    paper: string | null
    doi: string | null
    arxiv_id: string | null
    work_key: string | null
    subtitle_key: string | null
    found_at: string
    paper_id: string | null
    score: Generated<number>
    reasons: string | null
    decided_by: string | null
    decided_at: string | null
  }
  candidate_records: {
    seq: Generated<number>
    candidate_seq: number
    source_seq: number
    record_id: string
    format: SourceFormat
    place: string
    position: string
    fetched_at: string
    digest: string
    unmapped: string
    record: Buffer
    /** The ingestion session that brought it and nobody else since. */
    ingest_session: string | null
  }
}
