-- Every editorial act, each chained to the one before by its hash; nothing in it ever changes.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  before_json TEXT,
  after_json TEXT,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_by_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_by_act ON audit_log (act, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
CREATE TRIGGER audit_log_keeps_content BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;

-- The end of the chain, apart from its rows: removing the last of them is found.
ALTER TABLE corpus ADD COLUMN audit_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE corpus ADD COLUMN audit_hash TEXT NOT NULL
  DEFAULT '0000000000000000000000000000000000000000000000000000000000000000';
