-- What editors wrote of a chapter; the words that come with the program stand for the others.
CREATE TABLE chapters (
  number integer PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  introduction text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

-- Each edit raises the version: who edits what another has changed meanwhile is told.
ALTER TABLE concepts ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE gaps ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Names that lead to a concept after it was renamed or took another one in; that one's id leads there too.
CREATE TABLE concept_aliases (
  name_key text COLLATE "C" NOT NULL PRIMARY KEY,
  id text COLLATE "C" UNIQUE,
  concept_seq bigint NOT NULL REFERENCES concepts (seq)
);
CREATE INDEX concept_aliases_by_concept ON concept_aliases (concept_seq);

-- A duplicate and the paper that it was merged into, which is never itself a duplicate.
CREATE TABLE paper_redirects (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  into_seq bigint NOT NULL REFERENCES papers (seq)
);
CREATE INDEX paper_redirects_by_target ON paper_redirects (into_seq);
CREATE INDEX gap_papers_by_paper ON gap_papers (paper_seq);

CREATE TABLE brief_drafts (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  iso_year integer NOT NULL,
  iso_week integer NOT NULL,
  title text COLLATE "C" NOT NULL,
  summary text COLLATE "C" NOT NULL,
  take text COLLATE "C" NOT NULL,
  featured text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

ALTER TABLE messages ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'new';
CREATE INDEX messages_by_state ON messages (state, received_at, id);
CREATE INDEX subscribers_by_state ON subscribers (state, email_key);
CREATE INDEX outbox_by_state ON outbox (state, seq);

-- After a rotation the key before is good until a given instant.
ALTER TABLE api_keys ADD COLUMN previous_hash text COLLATE "C";
ALTER TABLE api_keys ADD COLUMN previous_until text COLLATE "C";
CREATE INDEX api_keys_by_previous ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL;
