CREATE TABLE concepts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  definition TEXT
) STRICT;

CREATE TABLE paper_concepts (
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (concept_seq, paper_seq)
) STRICT, WITHOUT ROWID;

-- Accepted papers by concept and year, kept up to date with each change: trends cost the same at any size.
CREATE TABLE concept_years (
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq),
  year INTEGER NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (concept_seq, year)
) STRICT, WITHOUT ROWID;

-- Accepted papers by other traits: year, source, framework, and scores by chapter and type.
CREATE TABLE tallies (
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (facet, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE gaps (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  severity TEXT NOT NULL,
  explanation TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE gap_papers (
  gap_id TEXT NOT NULL REFERENCES gaps (id),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, paper_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE briefs (
  id TEXT NOT NULL PRIMARY KEY,
  iso_year INTEGER NOT NULL,
  iso_week INTEGER NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  take TEXT NOT NULL,
  featured TEXT NOT NULL,
  published_at TEXT NOT NULL,
  UNIQUE (iso_year, iso_week)
) STRICT;
