-- How far the steps of undoing a session have looked: what stays must not be looked at by each of them.
ALTER TABLE ingest_sessions ADD COLUMN undo_paper INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ingest_sessions ADD COLUMN undo_record INTEGER;

-- The queue of one session by risk.
CREATE INDEX paper_checks_by_session_risk ON paper_checks (ingest_session, queue_key)
WHERE ingest_session IS NOT NULL AND queue_key IS NOT NULL;
