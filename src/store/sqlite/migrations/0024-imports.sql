-- Papers without an id of their own get the next number that no paper has.
ALTER TABLE corpus ADD COLUMN next_paper_number INTEGER NOT NULL DEFAULT 1;

-- Keys under which another description of the same work is looked for; null until they are made.
ALTER TABLE papers ADD COLUMN work_key TEXT;
ALTER TABLE papers ADD COLUMN subtitle_key TEXT;
CREATE INDEX papers_by_work ON papers (work_key);
CREATE INDEX papers_by_subtitle ON papers (subtitle_key) WHERE subtitle_key IS NOT NULL;

-- Every record that a paper came from or was enriched by, as it came.
CREATE TABLE source_records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  format TEXT NOT NULL,
  place TEXT NOT NULL,
  position TEXT NOT NULL,
  record_id TEXT,
  fetched_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  unmapped TEXT NOT NULL,
  record BLOB NOT NULL
) STRICT;
CREATE INDEX source_records_by_paper ON source_records (paper_seq, seq);
CREATE UNIQUE INDEX source_records_by_digest ON source_records (digest);

-- What a record says of a public paper and the paper does not: an editor takes it or leaves it.
CREATE TABLE proposed_revisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  source_seq INTEGER NOT NULL REFERENCES source_records (seq),
  fields TEXT NOT NULL,
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL,
  decided_by TEXT,
  decided_at TEXT
) STRICT;
CREATE INDEX proposed_revisions_by_state ON proposed_revisions (state, seq);
