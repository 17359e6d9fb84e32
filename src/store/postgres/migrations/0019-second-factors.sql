-- By what, beside a passphrase, the owner of a session has proved to be there.
ALTER TABLE sessions ADD COLUMN second_factor text COLLATE "C";
UPDATE sessions SET second_factor = 'passkey' WHERE method = 'passkey';

-- The secret is sealed with a key that is not in the database. The last step is that of the last code that was taken.
CREATE TABLE one_time_codes (
  editor_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES editors (id),
  sealed_secret text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  confirmed_at text COLLATE "C",
  last_step bigint
);

CREATE TABLE recovery_codes (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id)
);
CREATE INDEX recovery_codes_by_editor ON recovery_codes (editor_id);

-- Somebody gave a passphrase and still has to give a code.
CREATE TABLE pending_sign_ins (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  method text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);
