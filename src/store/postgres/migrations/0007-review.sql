-- What a paper said, version by version, from its first change on; a paper that never changed has no rows here.
-- Versions with the same full text keep it once: text_version names the one that holds it.
CREATE TABLE paper_versions (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  form text COLLATE "C" NOT NULL,
  text_version integer NOT NULL,
  full_text text COLLATE "C",
  PRIMARY KEY (paper_seq, version)
);

-- What the checks found when a paper came in (null: it came before there were checks).
-- While it is pending, queue_key = (100 - risk) * 2^32 + paper_seq: ascending, the riskiest first, then the oldest.
CREATE TABLE paper_checks (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  risk integer NOT NULL,
  findings text COLLATE "C",
  queue_key bigint,
  ingest_session text COLLATE "C"
);
CREATE UNIQUE INDEX paper_checks_by_risk ON paper_checks (queue_key) WHERE queue_key IS NOT NULL;
CREATE INDEX paper_checks_by_session ON paper_checks (ingest_session, paper_seq) WHERE ingest_session IS NOT NULL;
INSERT INTO paper_checks (paper_seq, risk, findings, queue_key, ingest_session)
SELECT seq, 0, NULL, 100 * 4294967296 + seq, NULL FROM papers WHERE state = 'pending';

-- Decisions that take effect when they are due, and can be undone until then. One a paper: the first wins.
CREATE TABLE pending_decisions (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  event text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  actor text COLLATE "C" NOT NULL,
  decided_at text COLLATE "C" NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  batch text COLLATE "C"
);
CREATE INDEX pending_decisions_due ON pending_decisions (due_at);
CREATE INDEX pending_decisions_by_actor ON pending_decisions (actor, decided_at);

-- What reviewers advise: one piece of advice a reviewer and paper, the last one given.
CREATE TABLE recommendations (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  actor text COLLATE "C" NOT NULL,
  event text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  version integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, actor)
);

-- Notes ready to be used. The ones that ship are in core/review/reply-template.ts; a row here replaces one, adds one or,
-- without a body, removes one.
CREATE TABLE note_templates (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  event text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  body text COLLATE "C",
  updated_at text COLLATE "C" NOT NULL
);

-- Where decisions on what the key submits are mailed to.
ALTER TABLE api_keys ADD COLUMN email text COLLATE "C";
