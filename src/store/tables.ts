import type { Generated } from 'kysely'
import type { GapEntryKind, GapState, Severity } from '#core/editorial/gap.ts'
import type { Trend } from '#core/editorial/trend.ts'
import type { AlertCause, Settlement } from '#core/evidence/alerts.ts'
import type { EvidenceSubject } from '#core/evidence/evidence.ts'
import type { EvidenceMark } from '#core/text/evidence-marks.ts'
import type { RenderingSubject } from '#ports/store/renderings.ts'
import type { VectorSetState } from '#ports/store/vectors.ts'
import type { SubmissionState, Verdict } from '#core/review/submission.ts'
import type { SecondFactor, SignInMethod } from '#core/access/session.ts'
import type { Role } from '#core/access/editor.ts'
import type { ListName } from '#core/access/saved-view.ts'
import type { BounceKind, SuppressionReason } from '#core/mail/suppression.ts'
import type { MessageState } from '#core/mail/message.ts'
import type { DeliveryState, MailingState } from '#core/mail/mailing.ts'
import type { SubscriberState, RequestPurpose } from '#core/mail/subscriber.ts'
import type { ChangedThing, DigestFrequency } from '#core/following/follow.ts'
import type { StoredFile } from '#core/files.ts'
import type { IngestSessionState } from '#core/imports/ingest-session.ts'
import type { StoredForm } from '#core/imports/imported-record.ts'
import type { CandidateState } from '#core/sources/candidate.ts'
import type { SourceKind, SourceState } from '#core/sources/watched-source.ts'
import type { EndpointKind, EndpointState, WebhookDelivery, SentType } from '#core/webhooks.ts'

/** Editorial content. */
export type EditorialTables = {
  gaps: {
    id: string
    title: string
    severity: Severity
    explanation: string
    updated_at: string
    version: Generated<number>
    state: Generated<GapState>
  }
  gap_papers: { gap_id: string; paper_seq: number }
  gap_history: { gap_id: string; number: number; entry: GapEntryKind; at: string; reason: string | null }
  gap_history_papers: { gap_id: string; number: number; paper_seq: number }
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
  brief_corrections: { brief_id: string; number: number; at: string; text: string }
  renderings: { subject: RenderingSubject; renderer: number; markup: string | null }
  evidence: {
    subject: EvidenceSubject
    number: number
    mark: string
    kind: EvidenceMark['kind']
    cited: string | null
    sentence: string
    paper_id: string | null
    version: number | null
    state: string | null
    anchor: string | null
    match: string | null
    is_limited: Generated<number>
    found: string | null
    papers_found: number | null
    hits: string | null
    fault: string | null
    checked_at: string | null
    is_due: number
    support: string | null
    support_by: string | null
    support_at: string | null
  }
  alerts: {
    seq: Generated<number>
    subject: EvidenceSubject
    mark: string
    sentence: string
    cause: AlertCause
    paper_id: string | null
    was: string | null
    now: string | null
    opened_at: string
    settled_as: Settlement | null
    settled_by: string | null
    settled_at: string | null
    settled_in: number | null
  }
  trend_weeks: {
    concept_id: string
    week: string
    trend: Trend
    newest_year: number
    recent: number
    before_recent: number
    corpus_recent: number
    corpus_before: number
  }
  muted_searches: { subject: EvidenceSubject; mark: string; muted_by: string; muted_at: string }
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
  settings: { id: number; stored: string; version: number; updated_at: string }
  bulk_changes: {
    id: string
    actor: string
    /** `BulkChange` in JSON. */
    change: string
    at: string
    /** What became of each paper, in JSON. */
    outcome: string
    undone_by: string | null
    undone_at: string | null
  }
  chapters: { number: number; name: string; introduction: string; version: number; updated_at: string; place: number }
}

/** The indexes of search and ranking. */
export type SearchTables = {
  facet_tokens: { rank_key: number; tokens: string }
  ranked_segments: {
    segment: number
    papers: number
    size: number
    state: 'live' | 'building' | 'dead'
    merged_into: number | null
    done_to: string | null
  }
  passages: { seq: number; paper_seq: number; section: number; number: number; part: number; text: string }
  vector_sets: {
    seq: Generated<number>
    model: string
    dimension: number
    state: VectorSetState | 'dropped'
    builder: string | null
    lease_until: string | null
  }
  text_vectors: {
    seq: Generated<number>
    set_seq: number
    paper_seq: number
    place: string | null
    digest: Buffer
    vector: Buffer
  }
  ranked_papers: { seq: number; words: Buffer }
  ranked_pages: { segment: number; term: string; entries: Buffer }
  ranked_blocks: { segment: number; term: string; block: number; postings: Buffer }
  spellings: { initial: string; size: number; word: string; papers: number }
}

/** Review of submissions. */
export type ReviewTables = {
  review_steps: {
    seq: Generated<number>
    paper_seq: number
    state: SubmissionState
    note: string | null
    actor: string
    at: string
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
    /** `Provenance` in JSON. */
    provenance: Generated<string | null>
  }
  recommendations: {
    paper_seq: number
    actor: string
    event: Verdict
    note: string | null
    version: number
    at: string
  }
  reply_templates: { id: string; event: Verdict; name: string; body: string | null; updated_at: string }
  paper_provenance: { paper_seq: number; version: number; provenance: string }
  assessment_drafts: { paper_seq: number; author: string; version: number; draft: string; at: string }
}

/** Editors, how they sign in, and keys. */
export type AccountTables = {
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
  saved_views: { id: string; editor_id: string; list: ListName; name: string; search: string; created_at: string }
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
  form_drafts: {
    editor_id: string
    form: string
    version: number | null
    /** `FormDraft['fields']` in JSON. */
    fields: string
    began_at: string
    saved_at: string
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
    ingest_session: string | null
  }
}

/** Messages, subscribers and emails. */
export type MailTables = {
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
    wants_brief: Generated<number>
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
  mailing_deliveries: {
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
  suppressions: { address_hash: string; reason: SuppressionReason; since: string; confirmation_at: string | null }
  bounces: { address_hash: string; delivery: string; kind: BounceKind; received_at: string }
}

type MatchedKind = ChangedThing['kind']

/** Followed searches, their matches, and digests of them. */
export type FollowingTables = {
  followed_searches: { seq: Generated<number>; key: string; address: string; began_after: number }
  follows: {
    subscriber_id: string
    search_seq: number
    frequency: DigestFrequency
    began_after: number
    sent_until: number
    since: string
  }
  follow_matches: {
    seq: number
    search_seq: number
    kind: MatchedKind
    thing_id: string
    added: number
    at: string
  }
  sent_matches: { subscriber_id: string; search_seq: number; kind: MatchedKind; thing_id: string }
  following_state: { id: number; matched_until: number; last_match: number; version: number; paused: number }
  subscriber_requests: {
    message_id: string
    purpose: RequestPurpose
    subscriber_id: string
    email: string
    email_key: string
    address: string | null
    frequency: DigestFrequency | null
    hash: string | null
    expires_at: string | null
    created_at: string
  }
  digests: {
    id: string
    subscriber_id: string
    domain: string
    message_id: string
    sections: string
    state: DeliveryState
    attempts: number
    due_at: string
    lease_until: string | null
    last_error: string | null
    created_at: string
    sent_at: string | null
  }
}

/** Stored files and their papers. */
export type FileTables = {
  files: {
    sha256: string
    bytes: number
    media_type: StoredFile['mediaType']
    created_at: string
    created_by: string
    unused_since: string | null
    /** Nothing may refer to a file in state `removing`. */
    state: 'held' | 'removing'
  }
  paper_files: {
    paper_seq: number
    sha256: string
    /** Counts up per paper. */
    number: number
    name: string
    version: number
    added_at: string
    added_by: string
  }
}

type CountColumns = {
  records_read: number
  stored: number
  unchanged: number
  enriched: number
  proposed: number
  refused: number
}

/** The tables of ingestion sessions. */
export type IngestionTables = {
  ingest_sessions: CountColumns & {
    id: string
    label: string
    state: IngestSessionState
    max_records: number
    opened_at: string
    opened_by: string
    until: string
    ended_at: string | null
    ended_by: string | null
    active_at: string | null
    last_chunk: number | null
    removed: number
    /** How far undoing has come: papers upwards, records downwards. */
    undo_paper: Generated<number>
    undo_record: number | null
  }
  ingest_chunks: CountColumns & {
    session_id: string
    chunk: number
    digest: string
    begun_at: string
    finished_at: string | null
    last_chunk: number | null
  }
  ingest_refusals: { session_id: string; chunk: number; number: number; position: string; reason: string }
}

/** Watched sources and what they found. */
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
    listed: string | null
  }
  candidate_records: {
    seq: Generated<number>
    candidate_seq: number
    source_seq: number
    record_id: string
    format: StoredForm
    place: string
    position: string
    fetched_at: string
    digest: string
    unmapped: string
    record: Uint8Array
    /** The session that brought it, if nothing else has since. */
    ingest_session: string | null
  }
}

/** Webhook endpoints and their deliveries. */
export type WebhookTables = {
  webhook_endpoints: {
    seq: Generated<number>
    kind: EndpointKind
    url: string
    description: string
    events: string
    state: EndpointState | 'removed'
    paused_because: string | null
    secret: string | null
    old_secret: string | null
    old_secret_until: string | null
    added_by: string
    added_at: string
    after_change: number
    after_step: number
    failures: number
    failing_since: string | null
    rest_until: string | null
    last_success_at: string | null
    last_failure_at: string | null
    last_error: string | null
    sender: string | null
    lease_until: string | null
  }
  webhook_deliveries: {
    seq: Generated<number>
    endpoint_seq: number
    message_id: string
    type: SentType
    subject: string
    at: string
    change_seq: number | null
    step_seq: number | null
    outcome: string | null
    state: WebhookDelivery['state']
    attempts: number
    due_at: string
    first_attempt_at: string | null
    attempted_at: string | null
    request: string | null
    status: number | null
    response: string | null
    error: string | null
  }
}

/** One row of this database, which no copy of it has. */
export type BackupTables = {
  backup_state: {
    id: number
    owner: string | null
    lease_until: string | null
    good_at: string | null
    good_id: string | null
    good_bytes: number | null
    good_seconds: number | null
    failed_at: string | null
    failure: string | null
    drilled_at: string | null
    drilled_id: string | null
    drill_fault: string | null
    drill_good_at: string | null
  }
}
