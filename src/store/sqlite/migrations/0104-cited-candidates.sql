-- oldest reader: 0088
-- The candidate that a work became which papers cite often and the library lacks.
ALTER TABLE cited_works ADD COLUMN candidate_seq INTEGER;
CREATE INDEX cited_works_by_candidate ON cited_works (candidate_seq) WHERE candidate_seq IS NOT NULL;
CREATE INDEX cited_works_arrived ON cited_works (seq) WHERE candidate_seq IS NOT NULL AND paper_seq IS NOT NULL;
