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

CREATE TABLE editors (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  email_key text COLLATE "C",
  role text COLLATE "C" NOT NULL,
  passphrase text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  removed_at text COLLATE "C"
);
CREATE UNIQUE INDEX editors_by_email ON editors (email_key) WHERE removed_at IS NULL;

-- Of whatever opens a door only the hash is kept.
CREATE TABLE sign_in_links (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  hash text COLLATE "C" NOT NULL UNIQUE,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  method text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  seen_at text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_editor ON sessions (editor_id, created_at);

CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  label text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  transports text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  used_at text COLLATE "C"
);
CREATE INDEX passkeys_by_editor ON passkeys (editor_id, created_at);

-- A challenge is taken once.
CREATE TABLE passkey_challenges (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" REFERENCES editors (id),
  expires_at text COLLATE "C" NOT NULL
);
