import type { Tables } from '#store/rows.ts'

/** How a copy reads a table: in the order of its key, `page` rows at a time. */
export type CopiedTable = { name: keyof Tables; key: readonly string[]; page: number; hasSequence: boolean }

/** Tables whose numbers do not come from the engine. */
const numberedByUs = new Set<keyof Tables>(['papers', 'audit_log', 'public_changes', 'follow_matches'])

const table = (name: keyof Tables, key: readonly string[], page = 200): CopiedTable => ({
  name,
  key,
  page,
  hasSequence: key[0] === 'seq' && !numberedByUs.has(name),
})

/** Every table with content, those that others refer to first. The search index is rebuilt from the papers. */
export const copiedTables: readonly CopiedTable[] = [
  table('corpus', ['id']),
  table('facet_tokens', ['rank_key'], 500),
  table('papers', ['seq']),
  // Parts before their texts, whose passages are made as they come.
  table('text_parts', ['paper_seq', 'version', 'part'], 2),
  table('paper_texts', ['paper_seq'], 10),
  table('files', ['sha256'], 500),
  table('paper_files', ['paper_seq', 'sha256'], 500),
  table('review_steps', ['seq'], 500),
  table('source_records', ['seq'], 50),
  table('proposed_revisions', ['seq']),
  table('watched_sources', ['seq']),
  table('source_runs', ['seq'], 500),
  table('outbound_hosts', ['host'], 500),
  table('webhook_endpoints', ['seq']),
  table('webhook_deliveries', ['seq'], 500),
  table('paper_candidates', ['seq'], 50),
  table('candidate_records', ['seq'], 50),
  table('ingest_sessions', ['id']),
  table('ingest_chunks', ['session_id', 'chunk']),
  table('ingest_refusals', ['session_id', 'chunk', 'number'], 500),
  table('paper_redirects', ['paper_seq'], 500),
  table('chapters', ['number']),
  table('concepts', ['seq'], 500),
  table('concept_aliases', ['name_key'], 500),
  table('paper_concepts', ['concept_seq', 'paper_seq'], 500),
  table('concept_years', ['concept_seq', 'year'], 500),
  table('counters', ['facet', 'value'], 500),
  table('institutions', ['seq'], 500),
  table('spellings', ['initial', 'size', 'word'], 500),
  table('gaps', ['id']),
  table('gap_papers', ['gap_id', 'paper_seq'], 500),
  table('briefs', ['id']),
  table('brief_drafts', ['id']),
  table('renderings', ['subject']),
  table('rendered_texts', ['paper_seq', 'version'], 500),
  table('rendered_parts', ['paper_seq', 'version', 'part'], 10),
  table('public_changes', ['seq'], 500),
  table('api_keys', ['id']),
  table('quota_hits', ['seq'], 500),
  table('receipts', ['scope', 'key']),
  table('messages', ['id']),
  table('subscribers', ['id']),
  table('outbox', ['seq']),
  table('mailings', ['brief_id']),
  table('deliveries', ['brief_id', 'subscriber_id'], 500),
  table('mail_rates', ['bucket'], 500),
  table('suppressions', ['address_hash'], 500),
  table('bounces', ['address_hash', 'delivery', 'kind'], 500),
  table('followed_searches', ['seq'], 500),
  table('follows', ['subscriber_id', 'search_seq'], 500),
  table('follow_matches', ['seq'], 500),
  table('told_matches', ['subscriber_id', 'search_seq', 'kind', 'thing_id'], 500),
  table('following', ['id']),
  table('subscriber_requests', ['message_id']),
  table('digests', ['id']),
  table('paper_versions', ['paper_seq', 'version'], 10),
  table('paper_checks', ['paper_seq'], 500),
  table('pending_decisions', ['paper_seq'], 500),
  table('assessment_drafts', ['paper_seq', 'author']),
  table('recommendations', ['paper_seq', 'actor']),
  table('note_templates', ['id']),
  table('audit_log', ['seq'], 500),
  table('editors', ['id']),
  table('sign_in_links', ['hash']),
  table('sessions', ['id']),
  table('passkeys', ['id']),
  table('passkey_challenges', ['hash']),
  table('one_time_codes', ['editor_id']),
  table('recovery_codes', ['hash']),
  table('pending_sign_ins', ['hash']),
]

/** A table that exists in a database while a copy into it is running; no server opens such a database. */
export const UNFINISHED_COPY = 'unfinished_copy'

export const unfinishedCopyMessage =
  'A copy into this database was begun and not finished: run the same "longview copy" or "longview restore" again, or start with an empty database.'
