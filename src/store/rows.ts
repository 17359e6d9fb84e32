import type { Generated, Kysely, Selectable } from 'kysely'
import type { ChangedKind, ChangeEvent } from '#core/public-change.ts'
import type { StoredForm, ProposalState } from '#core/imports/imported-record.ts'
import type { FilePermission } from '#core/files.ts'
import type { WorkMatch } from '#core/papers/same-work/same-work.ts'
import type { NamedFacet } from '#core/search/facet-token.ts'
import type { SubmissionState } from '#core/review/submission.ts'
import type {
  AccountTables,
  BackupTables,
  EditorialTables,
  FileTables,
  FollowingTables,
  IngestionTables,
  MailTables,
  ReviewTables,
  SearchTables,
  SourceTables,
  WebhookTables,
} from './tables.ts'

/** Rows of the tables of both engines: those of papers here, the others by subject in tables.ts. */

/** The tables that number the names of a facet. */
export const nameTables = { institution: 'institutions', container: 'venues' } as const satisfies Record<
  NamedFacet,
  string
>

type NameTables = Record<(typeof nameTables)[NamedFacet], { seq: Generated<number>; name: string; name_key: string }>

type PapersTable = {
  seq: number
  id: string
  state: SubmissionState
  rank_key: number
  title: string
  title_key: string
  authors: string
  year: number
  institution: string | null
  url: string | null
  doi: string | null
  arxiv_id: string | null
  abstract: string | null
  chapter: number | null
  type: string | null
  long_horizon: number | null
  enterprise: number | null
  topics: string
  concepts: string
  frameworks: string
  commentary: string | null
  storage_url: string | null
  bibliography: string | null
  work_key: string | null
  subtitle_key: string | null
  submitted_by: string | null
  waiting_bytes: Generated<number | null>
  submitted_at: string
  updated_at: string
  version: Generated<number>
  file_sha256: Generated<string | null>
  file_permission: Generated<FilePermission | null>
}

export type Tables = AccountTables &
  BackupTables &
  NameTables &
  EditorialTables &
  FileTables &
  FollowingTables &
  IngestionTables &
  MailTables &
  ReviewTables &
  SearchTables &
  SourceTables &
  WebhookTables & {
    corpus: {
      id: number
      revision: number
      secret: Buffer
      audit_count: number
      audit_hash: string
      /** The version of the text analysis that built keys and index. */
      analyzer_version: number
      next_paper_number: Generated<number>
      public_url: string | null
    }
    papers: PapersTable
    paper_texts: { paper_seq: number; body: string; parts_version: number | null }
    text_parts: { paper_seq: number; version: number; part: number; body: string }
    source_records: {
      seq: Generated<number>
      paper_seq: number
      format: StoredForm
      place: string
      position: string
      record_id: string | null
      fetched_at: string
      digest: string
      unmapped: string
      record: Uint8Array
      ingest_session: string | null
    }
    proposed_revisions: {
      seq: Generated<number>
      paper_seq: number
      source_seq: number
      /** In JSON. With a notice, they replace those of the paper. */
      fields: string
      /** `Notice` in JSON. */
      notice: Generated<string | null>
      /** 1 if the notice is to retract the paper. */
      retracts: Generated<number>
      proposed_at: string
      state: ProposalState
      decided_by: string | null
      decided_at: string | null
    }
    upstream_checks: {
      paper_seq: number
      checked_at: string
      failed_url: string | null
      failed_since: string | null
    }
    joins: {
      seq: Generated<number>
      paper_seq: number
      source_seq: number
      match: WorkMatch
      joined_at: string
      /** What the record said, without its full text, in JSON. */
      paper: string
      /** `FilledFields` in JSON. */
      filled: string
      separate_seq: number | null
      separated_by: string | null
      separated_at: string | null
    }
    table_columns: { id: string; names: string; columns: string; remembered_at: string; remembered_by: string }
    paper_redirects: { paper_seq: number; into_seq: number }
    cited_works: {
      seq: number
      doi: string | null
      arxiv_id: string | null
      openalex_id: string | null
      title: string | null
      year: number | null
      authors: string
      printed: string | null
      paper_seq: number | null
      citations: Generated<number>
      candidate_seq: Generated<number | null>
    }
    cited_work_keys: { key: string; work_seq: number }
    paper_references: { paper_seq: number; work_seq: number; position: number; sources: string }
    cited_papers: { paper_seq: number; citations: number }
    reference_reading: { id: number; read_until: number; last_record: number }
    concepts: {
      seq: Generated<number>
      id: string
      name: string
      name_key: string
      definition: string | null
      version: Generated<number>
    }
    concept_aliases: { name_key: string; id: string | null; concept_seq: number }
    paper_concepts: { concept_seq: number; paper_seq: number }
    concept_years: { concept_seq: number; year: number; papers: number }
    counters: { facet: string; value: string; papers: number }
    rendered_texts: { paper_seq: number; version: number; renderer: number }
    rendered_parts: { paper_seq: number; version: number; part: number; renderer: number; markups: string }
    quota_hits: { seq: Generated<number>; bucket: string; at: number }
    idempotency_keys: {
      scope: string
      key: string
      fingerprint: string
      status: number
      headers: string
      body: string
      created_at: string
    }
    public_changes: {
      seq: number
      kind: ChangedKind
      id: string
      event: ChangeEvent
      at: string
      latest: number
    }
    paper_versions: {
      paper_seq: number
      version: number
      at: string
      actor: string
      form: string
      text_version: number
      full_text: string | null
    }
    audit_log: {
      seq: number
      at: string
      actor: string
      act: string
      subject: string
      before_json: string | null
      after_json: string | null
      previous: string
      hash: string
    }
  }

export type Db = Kysely<Tables>
export type PaperRow = Selectable<PapersTable>
