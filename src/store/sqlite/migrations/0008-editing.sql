-- What editors wrote of a chapter; the words that come with the program stand for the others.
CREATE TABLE chapters (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  introduction TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Each edit raises the version: who edits what another has changed meanwhile is told.
ALTER TABLE concepts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE gaps ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- Names that lead to a concept after it was renamed or took another one in; that one's id leads there too.
CREATE TABLE concept_aliases (
  name_key TEXT NOT NULL PRIMARY KEY,
  id TEXT UNIQUE,
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX concept_aliases_by_concept ON concept_aliases (concept_seq);

-- A duplicate and the paper that it was merged into, which is never itself a duplicate.
CREATE TABLE paper_redirects (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  into_seq INTEGER NOT NULL REFERENCES papers (seq)
) STRICT;
CREATE INDEX paper_redirects_by_target ON paper_redirects (into_seq);
CREATE INDEX gap_papers_by_paper ON gap_papers (paper_seq);

CREATE TABLE brief_drafts (
  id TEXT NOT NULL PRIMARY KEY,
  iso_year INTEGER NOT NULL,
  iso_week INTEGER NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  take TEXT NOT NULL,
  featured TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

ALTER TABLE messages ADD COLUMN state TEXT NOT NULL DEFAULT 'new';
CREATE INDEX messages_by_state ON messages (state, received_at, id);
CREATE INDEX subscribers_by_state ON subscribers (state, email_key);
CREATE INDEX outbox_by_state ON outbox (state, seq);

-- After a rotation the key before is good until a given instant.
ALTER TABLE api_keys ADD COLUMN previous_hash TEXT;
ALTER TABLE api_keys ADD COLUMN previous_until TEXT;
CREATE INDEX api_keys_by_previous ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL;
