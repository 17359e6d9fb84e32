-- Files that the library holds, by the SHA-256 of their content; the bytes lie in the store of files.
CREATE TABLE files (
  sha256 text COLLATE "C" NOT NULL PRIMARY KEY,
  bytes bigint NOT NULL,
  media_type text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  -- Since when nothing refers to it.
  unused_since text COLLATE "C",
  -- held, or removing: then nothing may refer to it any more.
  state text COLLATE "C" NOT NULL
);
CREATE INDEX files_by_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE paper_files (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  sha256 text COLLATE "C" NOT NULL REFERENCES files (sha256),
  number bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  added_at text COLLATE "C" NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, sha256)
);
CREATE INDEX paper_files_by_file ON paper_files (sha256);

-- The newest file of a paper, and what an editor says of passing its files on; without a word the licence decides.
ALTER TABLE papers ADD COLUMN file_sha256 text COLLATE "C";
ALTER TABLE papers ADD COLUMN file_permission text COLLATE "C";
