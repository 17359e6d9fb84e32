import type { Generated, Kysely, Selectable } from 'kysely'
import type { ChangedKind, ChangeEvent } from '#core/changes/public-change.ts'
import type { MessageState } from '#core/mail/message.ts'
import type { DeliveryState, MailingState } from '#core/mail/mailing.ts'
import type { SubscriberState } from '#core/mail/subscriber.ts'
import type { SecondFactor } from '#core/access/second-factor.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { ProposalState } from '#core/imports/proposed-revision.ts'
import type { Role } from '#core/access/editor.ts'
import type { SubmissionState, Verdict } from '#core/review/submission-state.ts'
import type { Severity } from '#core/editorial/gap.ts'
import type { CandidateState } from '#core/sources/paper-candidate.ts'
import type { SourceKind, SourceState } from '#core/sources/watched-source.ts'
import type { RenderingSubject } from '#ports/store/renderings.ts'
import type { SignInMethod } from '#core/access/session.ts'

/** The tables of both engines. */

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
  submitted_at: string
  updated_at: string
  version: Generated<number>
}

export type Tables = {
  corpus: {
    id: number
    revision: number
    secret: Buffer
    audit_count: number
    audit_hash: string
    /** The version of the folding by which keys and index were made. */
    analyzer: number
    next_paper_number: Generated<number>
  }
  papers: PapersTable
  paper_texts: { paper_seq: number; body: string }
  review_steps: {
    seq: Generated<number>
    paper_seq: number
    state: SubmissionState
    note: string | null
    actor: string
    at: string
  }
  source_records: {
    seq: Generated<number>
    paper_seq: number
    format: SourceFormat
    place: string
    position: string
    record_id: string | null
    fetched_at: string
    digest: string
    unmapped: string
    record: Buffer
  }
  proposed_revisions: {
    seq: Generated<number>
    paper_seq: number
    source_seq: number
    fields: string
    proposed_at: string
    state: ProposalState
    decided_by: string | null
    decided_at: string | null
  }
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
  }
  paper_redirects: { paper_seq: number; into_seq: number }
  chapters: { number: number; name: string; introduction: string; version: number; updated_at: string }
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
  facet_tokens: { rank_key: number; tokens: string }
  institutions: { seq: Generated<number>; name: string; name_key: string }
  ranked_segments: {
    segment: number
    papers: number
    size: number
    state: 'live' | 'building' | 'dead'
    merged_into: number | null
    done_to: string | null
  }
  passages: { seq: number; paper_seq: number; section: number; number: number; part: number; text: string }
  ranked_papers: { seq: number; words: Buffer }
  ranked_pages: { segment: number; term: string; entries: Buffer }
  ranked_blocks: { segment: number; term: string; block: number; postings: Buffer }
  spellings: { initial: string; size: number; word: string; papers: number }
  gaps: {
    id: string
    title: string
    severity: Severity
    explanation: string
    updated_at: string
    version: Generated<number>
  }
  gap_papers: { gap_id: string; paper_seq: number }
  briefs: {
    id: string
    iso_year: number
    iso_week: number
    title: string
    summary: string
    take: string
    featured: string
    published_at: string
  }
  renderings: { subject: RenderingSubject; renderer: number; markup: string | null }
  rendered_texts: { paper_seq: number; version: number; renderer: number }
  rendered_parts: { paper_seq: number; version: number; part: number; renderer: number; markups: string }
  brief_drafts: {
    id: string
    iso_year: number
    iso_week: number
    title: string
    summary: string
    take: string
    featured: string
    version: number
    updated_at: string
  }
  api_keys: {
    id: string
    label: string
    hash: string
    scopes: string
    created_at: string
    expires_at: string | null
    revoked_at: string | null
    last_used_at: string | null
    previous_hash: string | null
    previous_until: string | null
    email: string | null
  }
  quota_hits: { seq: Generated<number>; bucket: string; at: number }
  receipts: {
    scope: string
    key: string
    fingerprint: string
    status: number
    headers: string
    body: string
    created_at: string
  }
  messages: {
    id: string
    name: string
    email: string
    organisation: string | null
    subject: string | null
    message: string
    received_at: string
    state: Generated<MessageState>
  }
  subscribers: {
    id: string
    email: string
    email_key: string
    name: string | null
    state: SubscriberState
    confirm_hash: string | null
    confirm_expires_at: string | null
    created_at: string
    updated_at: string
  }
  outbox: {
    seq: Generated<number>
    message_id: string
    kind: string
    recipient: string | null
    reply_to: string | null
    subject: string
    text: string
    html: string | null
    headers: string
    state: Generated<'waiting' | 'sent' | 'failed'>
    attempts: Generated<number>
    due_at: string
    lease_until: string | null
    last_error: string | null
    created_at: string
    sent_at: string | null
  }
  mailings: {
    brief_id: string
    state: MailingState
    start_at: string
    started_at: string | null
    recipients_after: string | null
    finished_at: string | null
    counts: string | null
  }
  deliveries: {
    brief_id: string
    subscriber_id: string
    domain: string
    message_id: string
    state: DeliveryState
    attempts: number
    due_at: string
    lease_until: string | null
    last_error: string | null
    sent_at: string | null
  }
  mail_rates: { bucket: string; used_until: number }
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
  paper_checks: {
    paper_seq: number
    risk: number
    findings: string | null
    queue_key: number | null
    ingest_session: string | null
  }
  pending_decisions: {
    paper_seq: number
    event: Verdict
    note: string | null
    actor: string
    decided_at: string
    due_at: string
    batch: string | null
    version: number | null
    assessed: string | null
  }
  assessment_drafts: { paper_seq: number; author: string; version: number; draft: string; at: string }
  recommendations: {
    paper_seq: number
    actor: string
    event: Verdict
    note: string | null
    version: number
    at: string
  }
  note_templates: { id: string; event: Verdict; name: string; body: string | null; updated_at: string }
  editors: {
    id: string
    name: string
    email: string | null
    email_key: string | null
    role: Role
    passphrase: string | null
    created_at: string
    removed_at: string | null
  }
  sign_in_links: { hash: string; editor_id: string; created_at: string; expires_at: string }
  sessions: {
    id: string
    hash: string
    editor_id: string
    method: SignInMethod
    client: string
    created_at: string
    seen_at: string
    confirmed_at: string
    second_factor: SecondFactor | null
  }
  passkeys: {
    id: string
    editor_id: string
    label: string
    public_key: string
    counter: number
    transports: string
    created_at: string
    used_at: string | null
  }
  passkey_challenges: { hash: string; editor_id: string | null; expires_at: string }
  one_time_codes: {
    editor_id: string
    sealed_secret: string
    created_at: string
    confirmed_at: string | null
    last_step: number | null
  }
  recovery_codes: { hash: string; editor_id: string }
  pending_sign_ins: { hash: string; editor_id: string; method: SignInMethod; expires_at: string }
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
