-- oldest reader: 0088
-- A sentence of the editors to look at again, because what it rests on has changed.
CREATE TABLE alerts (
  seq INTEGER PRIMARY KEY,
  -- The text, the sentence and its mark as they are in the table evidence.
  subject TEXT NOT NULL,
  mark TEXT NOT NULL,
  sentence TEXT NOT NULL,
  cause TEXT NOT NULL,
  -- The paper that did it.
  paper_id TEXT,
  was TEXT,
  now TEXT,
  opened_at TEXT NOT NULL,
  -- How it ended; null while it is open.
  settled_as TEXT,
  settled_by TEXT,
  settled_at TEXT,
  settled_in INTEGER
) STRICT;
CREATE UNIQUE INDEX alerts_open ON alerts (subject, sentence) WHERE settled_as IS NULL;

-- A search in a text that raises no alerts.
CREATE TABLE muted_searches (
  subject TEXT NOT NULL,
  mark TEXT NOT NULL,
  muted_by TEXT NOT NULL,
  muted_at TEXT NOT NULL,
  PRIMARY KEY (subject, mark)
) STRICT, WITHOUT ROWID;

-- The numbers behind the trend of a concept, in the weeks in which they changed.
CREATE TABLE trend_weeks (
  concept_id TEXT NOT NULL,
  -- Such as 2026-w47.
  week TEXT NOT NULL,
  trend TEXT NOT NULL,
  newest_year INTEGER NOT NULL,
  recent INTEGER NOT NULL,
  before_recent INTEGER NOT NULL,
  corpus_recent INTEGER NOT NULL,
  corpus_before INTEGER NOT NULL,
  PRIMARY KEY (concept_id, week)
) STRICT, WITHOUT ROWID;
