-- How far the steps of undoing a session have looked: what stays must not be looked at by each of them.
ALTER TABLE ingest_sessions ADD COLUMN undo_paper bigint NOT NULL DEFAULT 0;
ALTER TABLE ingest_sessions ADD COLUMN undo_record bigint;
