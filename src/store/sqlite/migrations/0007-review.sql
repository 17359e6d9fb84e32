-- What a paper said, version by version, from its first change on; a paper that never changed has no rows here.
-- Versions with the same full text keep it once: text_version names the one that holds it.
CREATE TABLE paper_versions (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  form TEXT NOT NULL,
  text_version INTEGER NOT NULL,
  full_text TEXT,
  PRIMARY KEY (paper_seq, version)
) STRICT;

-- What the checks found when a paper came in (null: it came before there were checks).
-- While it is pending, queue_key = (100 - risk) * 2^32 + paper_seq: ascending, the riskiest first, then the oldest.
CREATE TABLE paper_checks (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  risk INTEGER NOT NULL,
  findings TEXT,
  queue_key INTEGER,
  ingest_session TEXT
) STRICT;
CREATE UNIQUE INDEX paper_checks_by_risk ON paper_checks (queue_key) WHERE queue_key IS NOT NULL;
CREATE INDEX paper_checks_by_session ON paper_checks (ingest_session, paper_seq) WHERE ingest_session IS NOT NULL;
INSERT INTO paper_checks (paper_seq, risk, findings, queue_key, ingest_session)
SELECT seq, 0, NULL, 100 * 4294967296 + seq, NULL FROM papers WHERE state = 'pending';

-- Decisions that take effect when they are due, and can be undone until then. One a paper: the first wins.
CREATE TABLE pending_decisions (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  event TEXT NOT NULL,
  note TEXT,
  actor TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  batch TEXT
) STRICT;
CREATE INDEX pending_decisions_due ON pending_decisions (due_at);
CREATE INDEX pending_decisions_by_actor ON pending_decisions (actor, decided_at);

-- What reviewers advise: one piece of advice a reviewer and paper, the last one given.
CREATE TABLE recommendations (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  actor TEXT NOT NULL,
  event TEXT NOT NULL,
  note TEXT,
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (paper_seq, actor)
) STRICT;

-- Notes ready to be used. The ones that ship are in core/review/reply-template.ts; a row here replaces one, adds one or,
-- without a body, removes one.
CREATE TABLE note_templates (
  id TEXT NOT NULL PRIMARY KEY,
  event TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT,
  updated_at TEXT NOT NULL
) STRICT;

-- Where decisions on what the key submits are mailed to.
ALTER TABLE api_keys ADD COLUMN email TEXT;
