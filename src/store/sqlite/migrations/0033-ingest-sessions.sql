-- Bulk ingestion that an operator arranged: what came in over one key, chunk by chunk.
CREATE TABLE ingest_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  state TEXT NOT NULL,
  max_records INTEGER NOT NULL,
  opened_at TEXT NOT NULL,
  opened_by TEXT NOT NULL,
  until TEXT NOT NULL,
  ended_at TEXT,
  ended_by TEXT,
  active_at TEXT,
  records_read INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  enriched INTEGER NOT NULL,
  proposed INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  last_chunk INTEGER,
  removed INTEGER NOT NULL
) STRICT;

-- A chunk as far as it is taken: the counts grow with each transaction that stores records of it. It is done when
-- finished_at is set, and last_chunk is what the answer said then.
CREATE TABLE ingest_chunks (
  session_id TEXT NOT NULL REFERENCES ingest_sessions (id),
  chunk INTEGER NOT NULL,
  digest TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  finished_at TEXT,
  records_read INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  enriched INTEGER NOT NULL,
  proposed INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  last_chunk INTEGER,
  PRIMARY KEY (session_id, chunk)
) STRICT;

-- Refused records, by their number in the chunk.
CREATE TABLE ingest_refusals (
  session_id TEXT NOT NULL REFERENCES ingest_sessions (id),
  chunk INTEGER NOT NULL,
  number INTEGER NOT NULL,
  position TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (session_id, chunk, number)
) STRICT;

-- A key of a session is good for that session and for nothing else.
ALTER TABLE api_keys ADD COLUMN ingest_session TEXT;

-- Records that a session brought, so that they can be taken back.
ALTER TABLE source_records ADD COLUMN ingest_session TEXT;
CREATE INDEX source_records_by_session ON source_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;
CREATE INDEX proposed_revisions_by_source ON proposed_revisions (source_seq);
