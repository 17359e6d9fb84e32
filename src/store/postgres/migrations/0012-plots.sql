-- Counts that the figures are drawn from, for the papers that are public already; kept up to date with each change.
INSERT INTO tallies (facet, value, papers)
SELECT 'year:' || coalesce(CAST(chapter AS text), ''), CAST(year AS text), count(*)
FROM papers WHERE state = 'accepted' GROUP BY chapter, year;

INSERT INTO tallies (facet, value, papers)
SELECT 'institution', institution, count(*)
FROM papers WHERE state = 'accepted' AND institution IS NOT NULL GROUP BY institution;

INSERT INTO tallies (facet, value, papers)
SELECT 'accepted', month, count(*)
FROM (
  SELECT substr(min(review_steps.at), 1, 7) AS month
  FROM review_steps JOIN papers ON papers.seq = review_steps.paper_seq
  WHERE papers.state = 'accepted' AND review_steps.state = 'accepted'
  GROUP BY review_steps.paper_seq
) AS firsts
GROUP BY month;

-- The map: papers with both scores, by chapter and by cells of a fiftieth of both scales; 1.0 belongs to the last.
INSERT INTO tallies (facet, value, papers)
SELECT 'map', coalesce(CAST(chapter AS text), ''), count(*)
FROM papers WHERE state = 'accepted' AND long_horizon IS NOT NULL AND enterprise IS NOT NULL GROUP BY chapter;

INSERT INTO tallies (facet, value, papers)
SELECT 'map:all', CAST(cell AS text), count(*)
FROM (
  SELECT (enterprise - enterprise / 1000000) / 20000 * 50 + (long_horizon - long_horizon / 1000000) / 20000 AS cell
  FROM papers WHERE state = 'accepted' AND long_horizon IS NOT NULL AND enterprise IS NOT NULL
) AS mapped
GROUP BY cell;

INSERT INTO tallies (facet, value, papers)
SELECT 'map:' || CAST(chapter AS text), CAST(cell AS text), count(*)
FROM (
  SELECT chapter,
    (enterprise - enterprise / 1000000) / 20000 * 50 + (long_horizon - long_horizon / 1000000) / 20000 AS cell
  FROM papers
  WHERE state = 'accepted' AND long_horizon IS NOT NULL AND enterprise IS NOT NULL AND chapter IS NOT NULL
) AS mapped
GROUP BY chapter, cell;

-- Regions of the map are read column by column; the other columns save looking into the papers themselves.
CREATE INDEX papers_on_map ON papers (
  (long_horizon / 20000), (enterprise / 20000), rank_key, long_horizon, enterprise, chapter, id
) WHERE state = 'accepted' AND long_horizon IS NOT NULL AND enterprise IS NOT NULL;
-- The most frequent institutions and sources.
CREATE INDEX tallies_by_papers ON tallies (facet, papers DESC, value);
