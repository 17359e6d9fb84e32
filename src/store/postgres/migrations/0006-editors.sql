-- Every editorial act, each chained to the one before by its hash; nothing in it ever changes.
CREATE TABLE audit_log (
  seq bigint PRIMARY KEY,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  act text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  before_json text COLLATE "C",
  after_json text COLLATE "C",
  previous text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL
);
CREATE INDEX audit_log_by_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_by_act ON audit_log (act, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows';
END
$$;
CREATE TRIGGER audit_log_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The end of the chain, apart from its rows: removing the last of them is found.
ALTER TABLE corpus ADD COLUMN audit_count bigint NOT NULL DEFAULT 0;
ALTER TABLE corpus ADD COLUMN audit_hash text COLLATE "C" NOT NULL
  DEFAULT '0000000000000000000000000000000000000000000000000000000000000000';
