-- Sources that are watched for papers. While one is read, its reader has a lease; position says how far it was read.
CREATE TABLE watched_sources (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  query TEXT NOT NULL,
  metadata_prefix TEXT NOT NULL,
  every_minutes INTEGER NOT NULL,
  daily_cap INTEGER NOT NULL,
  state TEXT NOT NULL,
  added_by TEXT NOT NULL,
  added_at TEXT NOT NULL,
  next_run_at TEXT NOT NULL,
  failures INTEGER NOT NULL,
  last_error TEXT,
  last_run_at TEXT,
  last_success_at TEXT,
  taken_on TEXT,
  taken_count INTEGER NOT NULL,
  position TEXT NOT NULL,
  reader TEXT,
  lease_until TEXT
) STRICT;

CREATE TABLE source_runs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  source_seq INTEGER NOT NULL REFERENCES watched_sources (seq),
  started_at TEXT NOT NULL,
  ended_at TEXT,
  requests INTEGER NOT NULL,
  read INTEGER NOT NULL,
  added INTEGER NOT NULL,
  known INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  -- Some of the refused records, in JSON: where they stand and why.
  refusals TEXT NOT NULL,
  error TEXT
) STRICT;
CREATE INDEX source_runs_by_source ON source_runs (source_seq, seq);

-- Hosts get one request at a time, from whatever process, and none before the time that they set.
CREATE TABLE outbound_hosts (
  host TEXT NOT NULL PRIMARY KEY,
  reader TEXT,
  lease_until TEXT,
  not_before TEXT NOT NULL
) STRICT;

-- What sources brought and may become a paper. The paper is JSON, null for an identifier whose record was not fetched.
CREATE TABLE paper_candidates (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL,
  paper TEXT,
  doi TEXT,
  arxiv_id TEXT,
  work_key TEXT,
  subtitle_key TEXT,
  found_at TEXT NOT NULL,
  paper_id TEXT,
  decided_by TEXT,
  decided_at TEXT
) STRICT;
CREATE INDEX paper_candidates_by_state ON paper_candidates (state, seq);
CREATE INDEX paper_candidates_by_doi ON paper_candidates (doi) WHERE doi IS NOT NULL;
CREATE INDEX paper_candidates_by_arxiv ON paper_candidates (arxiv_id) WHERE arxiv_id IS NOT NULL;
CREATE INDEX paper_candidates_by_work ON paper_candidates (work_key) WHERE work_key IS NOT NULL;
CREATE INDEX paper_candidates_by_subtitle ON paper_candidates (subtitle_key) WHERE subtitle_key IS NOT NULL;

-- The records as they were taken; source_seq is 0 for a list that somebody gave.
CREATE TABLE candidate_records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  candidate_seq INTEGER NOT NULL REFERENCES paper_candidates (seq),
  source_seq INTEGER NOT NULL,
  record_id TEXT NOT NULL,
  format TEXT NOT NULL,
  place TEXT NOT NULL,
  position TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  unmapped TEXT NOT NULL,
  record BLOB NOT NULL
) STRICT;
CREATE INDEX candidate_records_by_candidate ON candidate_records (candidate_seq, seq);
CREATE UNIQUE INDEX candidate_records_by_id ON candidate_records (source_seq, record_id);
