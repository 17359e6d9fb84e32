-- When the owner of a session last proved to be there.
ALTER TABLE sessions ADD COLUMN confirmed_at text COLLATE "C" NOT NULL DEFAULT '';
UPDATE sessions SET confirmed_at = created_at;
