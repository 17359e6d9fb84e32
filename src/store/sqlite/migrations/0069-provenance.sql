-- oldest reader: 0064
-- Who gave chapter, type and scores of a version, by field and in JSON.
CREATE TABLE paper_provenance (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  provenance TEXT NOT NULL,
  PRIMARY KEY (paper_seq, version)
) STRICT;
ALTER TABLE pending_decisions ADD COLUMN provenance TEXT;
