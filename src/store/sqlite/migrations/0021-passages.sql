-- The passages of public full texts, as the index of the ranked search finds them: each with the part of the text in
-- which a reader sees it (0: on the page of the paper).
CREATE TABLE passages (
  seq INTEGER NOT NULL PRIMARY KEY,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  section INTEGER NOT NULL,
  number INTEGER NOT NULL,
  part INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX passages_by_paper ON passages (paper_seq, seq);

-- The index is made again, with passages.
DELETE FROM ranked_pages;
DELETE FROM ranked_blocks;
DELETE FROM ranked_papers;
DELETE FROM ranked_segments;
