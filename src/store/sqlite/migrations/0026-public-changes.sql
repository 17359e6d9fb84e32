-- Every change that the public can see, by a number that only rises. What was retracted or merged away stays as such.
-- `latest` is 1 for the last change of a thing.
CREATE TABLE public_changes (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  at TEXT NOT NULL,
  latest INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX public_changes_latest ON public_changes (kind, id) WHERE latest = 1;
CREATE INDEX public_changes_by_time ON public_changes (at, seq);

-- What is public already, in the order of its last change.
INSERT INTO public_changes (seq, kind, id, event, at, latest)
SELECT row_number() OVER (ORDER BY at, kind, id), kind, id, event, at, 1 FROM (
  SELECT 'paper' AS kind, id, CASE state WHEN 'accepted' THEN 'added' ELSE state END AS event, updated_at AS at
    FROM papers WHERE state IN ('accepted', 'retracted', 'merged')
  UNION ALL
  SELECT 'concept', concepts.id, 'added', min(papers.updated_at)
    FROM concepts
    JOIN paper_concepts ON paper_concepts.concept_seq = concepts.seq
    JOIN papers ON papers.seq = paper_concepts.paper_seq
    GROUP BY concepts.id
  UNION ALL
  SELECT 'gap', id, 'added', updated_at FROM gaps
  UNION ALL
  SELECT 'brief', id, 'added', published_at FROM briefs
) AS known;

-- Papers are also asked for by their addresses elsewhere.
CREATE INDEX papers_by_url ON papers (url) WHERE url IS NOT NULL;
