-- oldest reader: 0064
-- The vectors that a model made of public texts, for searches by meaning.
CREATE TABLE vector_sets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- The process that fills it.
  builder TEXT,
  lease_until TEXT
) STRICT;

-- The vector of a public text, in whole numbers of 8 bits.
CREATE TABLE text_vectors (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  set_seq INTEGER NOT NULL REFERENCES vector_sets (seq),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  -- Null once the text has changed: then it is only kept in case the same text returns with the next version.
  place TEXT,
  digest BLOB NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX text_vectors_by_place ON text_vectors (paper_seq, set_seq, place);
CREATE INDEX text_vectors_by_set ON text_vectors (set_seq, seq);
