-- oldest reader: 0088
-- A correction under a published brief, in order. Neither changes.
CREATE TABLE brief_corrections (
  brief_id TEXT NOT NULL REFERENCES briefs (id),
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (brief_id, number)
) STRICT, WITHOUT ROWID;
