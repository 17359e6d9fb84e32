-- oldest reader: 0088
-- What a sentence of the editors rests on: a mark in the commentary of a paper, the explanation of a gap or a text of a brief, and
-- what was found when it was looked up last.
CREATE TABLE evidence (
  -- Such as paper:p12 or brief:2026-w47:take.
  subject TEXT NOT NULL,
  -- The place of the mark among those of its text, from 1.
  number INTEGER NOT NULL,
  mark TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The id of the paper that the mark names, which need not exist.
  cited TEXT,
  sentence TEXT NOT NULL,
  -- The public paper that it means, also after a merge.
  paper_id TEXT,
  version INTEGER,
  state TEXT,
  anchor TEXT,
  match TEXT,
  -- 1: the quotation is of a full text that may not be shown whole.
  is_limited INTEGER NOT NULL DEFAULT 0,
  found TEXT,
  papers_found INTEGER,
  -- JSON: the first papers that a search finds.
  hits TEXT,
  fault TEXT,
  checked_at TEXT,
  -- 1: to be looked up, because it is new or what it rests on has changed.
  is_due INTEGER NOT NULL,
  -- Whether the quotation bears the sentence, who said so and when.
  support TEXT,
  support_by TEXT,
  support_at TEXT,
  PRIMARY KEY (subject, number)
) STRICT;
CREATE INDEX evidence_by_cited ON evidence (cited);
CREATE INDEX evidence_by_paper ON evidence (paper_id);
CREATE INDEX evidence_due ON evidence (subject, number) WHERE is_due = 1;
CREATE INDEX evidence_of_searches ON evidence (subject, number) WHERE kind = 'search';
