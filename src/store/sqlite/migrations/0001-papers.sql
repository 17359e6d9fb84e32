-- One row; the revision rises with each change that the public can see.
CREATE TABLE corpus (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL,
  secret BLOB NOT NULL
) STRICT;
INSERT INTO corpus (id, revision, secret) VALUES (1, 1, randomblob(32));

CREATE TABLE papers (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  rank_key INTEGER NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  authors TEXT NOT NULL,
  year INTEGER NOT NULL,
  institution TEXT,
  url TEXT,
  doi TEXT,
  arxiv_id TEXT,
  abstract TEXT,
  chapter INTEGER,
  type TEXT,
  long_horizon INTEGER,
  enterprise INTEGER,
  topics TEXT NOT NULL,
  concepts TEXT NOT NULL,
  frameworks TEXT NOT NULL,
  commentary TEXT,
  storage_url TEXT,
  submitted_by TEXT,
  submitted_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX papers_in_public_order ON papers (rank_key) WHERE state = 'accepted';
CREATE INDEX papers_by_title ON papers (title_key, year);
CREATE INDEX papers_by_doi ON papers (doi) WHERE doi IS NOT NULL;
CREATE INDEX papers_by_arxiv ON papers (arxiv_id) WHERE arxiv_id IS NOT NULL;
CREATE INDEX papers_open ON papers (state, seq) WHERE state <> 'accepted';
CREATE INDEX papers_by_key ON papers (submitted_by, seq) WHERE submitted_by IS NOT NULL;

CREATE TABLE paper_texts (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE review_steps (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  state TEXT NOT NULL,
  note TEXT,
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX review_steps_by_paper ON review_steps (paper_seq, seq);
CREATE INDEX review_steps_by_time ON review_steps (at) WHERE state = 'accepted';

-- Row ids are rank keys: matches come in the public order. The columns hold tokens of core/search/indexed-fields.ts.
CREATE VIRTUAL TABLE paper_search USING fts5 (
  title, authors, abstract, topics, marks,
  content = '', contentless_delete = 1, tokenize = 'ascii', detail = full
);
