-- oldest reader: 0088
-- What a sentence of the editors rests on: a mark in the commentary of a paper, the explanation of a gap or a text of a brief, and
-- what was found when it was looked up last.
CREATE TABLE evidence (
  -- Such as paper:p12 or brief:2026-w47:take.
  subject text COLLATE "C" NOT NULL,
  -- The place of the mark among those of its text, from 1.
  number integer NOT NULL,
  mark text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- The id of the paper that the mark names, which need not exist.
  cited text COLLATE "C",
  sentence text COLLATE "C" NOT NULL,
  -- The public paper that it means, also after a merge.
  paper_id text COLLATE "C",
  version integer,
  state text COLLATE "C",
  anchor text COLLATE "C",
  match text COLLATE "C",
  -- 1: the quotation is of a full text that may not be shown whole.
  is_limited integer NOT NULL DEFAULT 0,
  found text COLLATE "C",
  papers_found integer,
  -- JSON: the first papers that a search finds.
  hits text COLLATE "C",
  fault text COLLATE "C",
  checked_at text COLLATE "C",
  -- 1: to be looked up, because it is new or what it rests on has changed.
  is_due integer NOT NULL,
  -- Whether the quotation bears the sentence, who said so and when.
  support text COLLATE "C",
  support_by text COLLATE "C",
  support_at text COLLATE "C",
  PRIMARY KEY (subject, number)
);
CREATE INDEX evidence_by_cited ON evidence (cited);
CREATE INDEX evidence_by_paper ON evidence (paper_id);
CREATE INDEX evidence_due ON evidence (subject, number) WHERE is_due = 1;
CREATE INDEX evidence_of_searches ON evidence (subject, number) WHERE kind = 'search';
