-- oldest reader: 0088
ALTER TABLE gaps ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'open';

-- What happened in the life of a gap, in order: it was opened, narrowed, closed or reopened. The last entry makes its state.
CREATE TABLE gap_history (
  gap_id text COLLATE "C" NOT NULL REFERENCES gaps (id),
  number integer NOT NULL,
  entry text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  PRIMARY KEY (gap_id, number)
);

-- A paper that an entry names.
CREATE TABLE gap_history_papers (
  gap_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, number, paper_seq),
  FOREIGN KEY (gap_id, number) REFERENCES gap_history (gap_id, number)
);
CREATE INDEX gap_history_papers_by_paper ON gap_history_papers (paper_seq);

-- Gaps from before were opened when they became public.
INSERT INTO gap_history (gap_id, number, entry, at)
SELECT id, 1, 'opened', coalesce(
  (SELECT min(c.at) FROM public_changes AS c WHERE c.kind = 'gap' AND c.id = gaps.id AND c.event = 'added'), updated_at
)
FROM gaps;
