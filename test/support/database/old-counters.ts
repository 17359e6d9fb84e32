/** Takes step 22 back, so that an earlier step can be applied again: counters and facet tokens have their old names. */
export const OLD_COUNTERS = `
  DROP INDEX counters_by_papers;
  ALTER TABLE counters RENAME TO tallies;
  UPDATE tallies SET facet = 'shelf:' || substr(facet, 7) WHERE facet LIKE 'facet:%';
  CREATE INDEX tallies_by_papers ON tallies (facet, papers DESC, value);
  ALTER TABLE facet_tokens RENAME TO shelf_marks;
  ALTER TABLE shelf_marks RENAME COLUMN tokens TO marks;
  DELETE FROM migrations WHERE number = 22;`
