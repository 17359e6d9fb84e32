-- oldest reader: 0088
-- A work that papers cite, as the references to it describe it together.
CREATE TABLE cited_works (
  seq bigint PRIMARY KEY,
  doi text COLLATE "C",
  arxiv_id text COLLATE "C",
  openalex_id text COLLATE "C",
  title text COLLATE "C",
  year integer,
  authors text COLLATE "C" NOT NULL,
  -- The reference as printed, where its parts were not marked.
  printed text COLLATE "C",
  -- The paper of the library that it is.
  paper_seq bigint REFERENCES papers (seq) ON DELETE SET NULL,
  -- How many public papers cite it.
  citations integer NOT NULL DEFAULT 0
);
CREATE INDEX cited_works_by_paper ON cited_works (paper_seq) WHERE paper_seq IS NOT NULL;
CREATE INDEX cited_works_missing ON cited_works (citations, seq) WHERE paper_seq IS NULL AND citations > 1;

-- What a cited work is found by: its identifiers, its title, its first author with the first word of the title.
CREATE TABLE cited_work_keys (
  key text COLLATE "C" NOT NULL,
  work_seq bigint NOT NULL REFERENCES cited_works (seq),
  PRIMARY KEY (key, work_seq)
);

-- A paper cites a work. In its list of references the work has a position.
CREATE TABLE paper_references (
  paper_seq bigint NOT NULL REFERENCES papers (seq) ON DELETE CASCADE,
  work_seq bigint NOT NULL REFERENCES cited_works (seq),
  position integer NOT NULL,
  -- The formats whose records say so, separated by spaces.
  sources text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, work_seq)
);
CREATE INDEX paper_references_by_position ON paper_references (paper_seq, position);
CREATE INDEX paper_references_by_work ON paper_references (work_seq, paper_seq);

-- How many public papers cite a paper, by whichever of the works that it is.
CREATE TABLE cited_papers (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq) ON DELETE CASCADE,
  citations integer NOT NULL
);
CREATE INDEX cited_papers_in_order ON cited_papers (citations, paper_seq) WHERE citations > 0;
