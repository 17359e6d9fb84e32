-- What pages count and filter by, under the words that the code has for it.
DROP INDEX tallies_by_papers;
ALTER TABLE tallies RENAME TO counters;
UPDATE counters SET facet = 'facet:' || substr(facet, 7) WHERE facet LIKE 'shelf:%';
CREATE INDEX counters_by_papers ON counters (facet, papers DESC, value);
ALTER TABLE shelf_marks RENAME TO facet_tokens;
ALTER TABLE facet_tokens RENAME COLUMN marks TO tokens;
