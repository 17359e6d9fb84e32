-- oldest reader: 0088
-- A correction under a published brief, in order. Neither changes.
CREATE TABLE brief_corrections (
  brief_id text COLLATE "C" NOT NULL REFERENCES briefs (id),
  number integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  PRIMARY KEY (brief_id, number)
);
