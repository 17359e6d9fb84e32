-- Lists of identifiers bring many candidates without a title, which nobody ranks: what looks for others must not read them.
CREATE INDEX paper_candidates_to_rank ON paper_candidates (state, score, seq) WHERE paper IS NOT NULL;
CREATE INDEX paper_candidates_with_title ON paper_candidates (state, seq) WHERE paper IS NOT NULL;
