-- oldest reader: 0064
-- Who gave chapter, type and scores of a version, by field and in JSON.
CREATE TABLE paper_provenance (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  provenance text NOT NULL,
  PRIMARY KEY (paper_seq, version)
);
ALTER TABLE pending_decisions ADD COLUMN provenance text;
