-- oldest reader: 0064
-- A record that was taken for a paper that was there before: what it said and filled, so that it can be separated again.
CREATE TABLE joins (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  source_seq INTEGER NOT NULL REFERENCES source_records (seq),
  match TEXT NOT NULL,
  joined_at TEXT NOT NULL,
  paper TEXT NOT NULL,
  filled TEXT NOT NULL,
  separate_seq INTEGER REFERENCES papers (seq),
  separated_by TEXT,
  separated_at TEXT
) STRICT;
CREATE INDEX joins_by_time ON joins (joined_at);
CREATE INDEX joins_by_paper ON joins (paper_seq);
CREATE INDEX joins_by_separate ON joins (separate_seq) WHERE separate_seq IS NOT NULL;
CREATE INDEX joins_by_source ON joins (source_seq);
