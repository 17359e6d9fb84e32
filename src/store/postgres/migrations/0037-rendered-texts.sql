-- Full texts that the public sees, each named by the version of its paper that brought it, and the version of the
-- renderer that made its markup; 0 until a job has. What a text says never changes: another one has another version.
CREATE TABLE rendered_texts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  renderer integer NOT NULL,
  PRIMARY KEY (paper_seq, version)
);
CREATE INDEX rendered_texts_by_renderer ON rendered_texts (renderer);

-- The markup of each section on a page of such a text, as JSON. Plain text has no rows here.
CREATE TABLE rendered_parts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  part integer NOT NULL,
  renderer integer NOT NULL,
  markups text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
);

INSERT INTO rendered_texts (paper_seq, version, renderer)
  SELECT papers.seq, paper_versions.version, 0 FROM paper_versions
  JOIN papers ON papers.seq = paper_versions.paper_seq
  WHERE papers.state = 'accepted' AND paper_versions.full_text IS NOT NULL;
INSERT INTO rendered_texts (paper_seq, version, renderer)
  SELECT papers.seq, papers.version, 0 FROM paper_texts
  JOIN papers ON papers.seq = paper_texts.paper_seq
  WHERE papers.state = 'accepted'
  AND NOT EXISTS (SELECT 1 FROM paper_versions WHERE paper_versions.paper_seq = papers.seq);
