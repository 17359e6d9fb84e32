-- By what, beside a passphrase, the owner of a session has proved to be there.
ALTER TABLE sessions ADD COLUMN second_factor TEXT;
UPDATE sessions SET second_factor = 'passkey' WHERE method = 'passkey';

-- The secret is sealed with a key that is not in the database. The last step is that of the last code that was taken.
CREATE TABLE one_time_codes (
  editor_id TEXT NOT NULL PRIMARY KEY REFERENCES editors (id),
  sealed_secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  last_step INTEGER
) STRICT;

CREATE TABLE recovery_codes (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id)
) STRICT;
CREATE INDEX recovery_codes_by_editor ON recovery_codes (editor_id);

-- Somebody gave a passphrase and still has to give a code.
CREATE TABLE pending_sign_ins (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  method TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
