-- Bulk ingestion that an operator arranged: what came in over one key, chunk by chunk.
CREATE TABLE ingest_sessions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  label text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  max_records bigint NOT NULL,
  opened_at text COLLATE "C" NOT NULL,
  opened_by text COLLATE "C" NOT NULL,
  until text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C",
  ended_by text COLLATE "C",
  active_at text COLLATE "C",
  records_read bigint NOT NULL,
  stored bigint NOT NULL,
  unchanged bigint NOT NULL,
  enriched bigint NOT NULL,
  proposed bigint NOT NULL,
  refused bigint NOT NULL,
  last_chunk bigint,
  removed bigint NOT NULL
);

-- A chunk as far as it is taken: the counts grow with each transaction that stores records of it. It is done when
-- finished_at is set, and last_chunk is what the answer said then.
CREATE TABLE ingest_chunks (
  session_id text COLLATE "C" NOT NULL REFERENCES ingest_sessions (id),
  chunk bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  begun_at text COLLATE "C" NOT NULL,
  finished_at text COLLATE "C",
  records_read bigint NOT NULL,
  stored bigint NOT NULL,
  unchanged bigint NOT NULL,
  enriched bigint NOT NULL,
  proposed bigint NOT NULL,
  refused bigint NOT NULL,
  last_chunk bigint,
  PRIMARY KEY (session_id, chunk)
);

-- Refused records, by their number in the chunk.
CREATE TABLE ingest_refusals (
  session_id text COLLATE "C" NOT NULL REFERENCES ingest_sessions (id),
  chunk bigint NOT NULL,
  number bigint NOT NULL,
  position text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, chunk, number)
);

-- A key of a session is good for that session and for nothing else.
ALTER TABLE api_keys ADD COLUMN ingest_session text COLLATE "C";

-- Records that a session brought, so that they can be taken back.
ALTER TABLE source_records ADD COLUMN ingest_session text COLLATE "C";
CREATE INDEX source_records_by_session ON source_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;
CREATE INDEX proposed_revisions_by_source ON proposed_revisions (source_seq);
