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

CREATE TABLE editors (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  email_key TEXT,
  role TEXT NOT NULL,
  passphrase TEXT,
  created_at TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE UNIQUE INDEX editors_by_email ON editors (email_key) WHERE removed_at IS NULL;

-- Of whatever opens a door only the hash is kept.
CREATE TABLE sign_in_links (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  method TEXT NOT NULL,
  client TEXT NOT NULL,
  created_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_editor ON sessions (editor_id, created_at);

CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  label TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX passkeys_by_editor ON passkeys (editor_id, created_at);

-- A challenge is taken once.
CREATE TABLE passkey_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT REFERENCES editors (id),
  expires_at TEXT NOT NULL
) STRICT;
