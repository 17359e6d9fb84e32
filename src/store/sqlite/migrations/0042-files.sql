-- Files that the library holds, by the SHA-256 of their content; the bytes lie in the store of files.
CREATE TABLE files (
  sha256 TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  -- Since when nothing refers to it.
  unused_since TEXT,
  -- held, or removing: then nothing may refer to it any more.
  state TEXT NOT NULL
) STRICT;
CREATE INDEX files_by_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE paper_files (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  sha256 TEXT NOT NULL REFERENCES files (sha256),
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL,
  PRIMARY KEY (paper_seq, sha256)
) STRICT;
CREATE INDEX paper_files_by_file ON paper_files (sha256);

-- The newest file of a paper, and what an editor says of passing its files on; without a word the licence decides.
ALTER TABLE papers ADD COLUMN file_sha256 TEXT;
ALTER TABLE papers ADD COLUMN file_permission TEXT;
