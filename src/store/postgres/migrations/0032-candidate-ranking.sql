-- How alike a candidate is to what was accepted and not to what was rejected, in millionths; -1 until it is ranked.
ALTER TABLE paper_candidates ADD COLUMN score integer NOT NULL DEFAULT -1;
-- Why, in JSON.
ALTER TABLE paper_candidates ADD COLUMN reasons text COLLATE "C";
CREATE INDEX paper_candidates_by_score ON paper_candidates (state, score, seq);
