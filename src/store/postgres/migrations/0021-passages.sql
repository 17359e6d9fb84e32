-- The passages of public full texts, as the index of the ranked search finds them: each with the part of the text in
-- which a reader sees it (0: on the page of the paper).
CREATE TABLE passages (
  seq bigint NOT NULL PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  section integer NOT NULL,
  number integer NOT NULL,
  part integer NOT NULL,
  text text NOT NULL
);
CREATE INDEX passages_by_paper ON passages (paper_seq, seq);

-- The index is made again, with passages.
DELETE FROM ranked_pages;
DELETE FROM ranked_blocks;
DELETE FROM ranked_papers;
DELETE FROM ranked_segments;
