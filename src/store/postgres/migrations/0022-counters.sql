-- What pages count and filter by, under the words that the code has for it.
ALTER TABLE tallies RENAME TO counters;
ALTER INDEX IF EXISTS tallies_pkey RENAME TO counters_pkey;
ALTER INDEX tallies_by_papers RENAME TO counters_by_papers;
UPDATE counters SET facet = 'facet:' || substr(facet, 7) WHERE facet LIKE 'shelf:%';
ALTER TABLE shelf_marks RENAME TO facet_tokens;
ALTER INDEX IF EXISTS shelf_marks_pkey RENAME TO facet_tokens_pkey;
ALTER TABLE facet_tokens RENAME COLUMN marks TO tokens;
