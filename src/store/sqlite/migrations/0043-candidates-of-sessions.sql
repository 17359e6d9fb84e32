-- Candidates that a session brought can be taken back, too.
ALTER TABLE candidate_records ADD COLUMN ingest_session TEXT;
CREATE INDEX candidate_records_by_session ON candidate_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;
