-- What an editor says of a paper along with accepting it, in JSON; it becomes a version of the paper with the decision.
ALTER TABLE pending_decisions ADD COLUMN assessed TEXT;

-- What somebody proposes to say of a paper in review: an agent, or an editor who took a decision back. `draft` is JSON.
CREATE TABLE assessment_drafts (
  paper_seq BIGINT NOT NULL REFERENCES papers (seq),
  author TEXT NOT NULL,
  version INTEGER NOT NULL,
  draft TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (paper_seq, author)
);
