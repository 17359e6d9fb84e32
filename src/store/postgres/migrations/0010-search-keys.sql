-- Beside every word stand, without places, the word under the letter of each field it is in, and a short digest of each
-- two words in a row. Words bound to a field are then found by the index alone, and for a phrase only papers are looked
-- into that very likely hold it. What is made here from the words of old papers, search-vector.ts makes for new ones.
CREATE TABLE search_with_keys (
  rank_key bigint PRIMARY KEY,
  words tsvector NOT NULL,
  ballast text NOT NULL DEFAULT repeat(' ', 2040)
) WITH (toast_tuple_target = 128);
ALTER TABLE search_with_keys ALTER COLUMN words SET STORAGE EXTERNAL;
ALTER TABLE search_with_keys ALTER COLUMN ballast SET STORAGE MAIN;

INSERT INTO search_with_keys (rank_key, words)
SELECT rank_key, words || array_to_tsvector(coalesce(added.keys, '{}'))
FROM paper_search
CROSS JOIN LATERAL (
  WITH placed AS MATERIALIZED (
    SELECT word.lexeme, place.position, place.weight
    FROM unnest(words) AS word, unnest(word.positions, word.weights) AS place (position, weight)
  ),
  -- The same word several times in a row: its places less their rank among its places are one number.
  runs AS (
    SELECT lexeme, count(*) AS times
    FROM (
      SELECT lexeme, position - row_number() OVER (PARTITION BY lexeme ORDER BY position) AS run FROM placed
    ) AS numbered
    GROUP BY lexeme, run
  ),
  phrases AS (
    SELECT one.lexeme || ' ' || next.lexeme AS phrase
    FROM placed AS one JOIN placed AS next ON next.position = one.position + 1 AND next.lexeme <> one.lexeme
    UNION ALL
    SELECT rtrim(repeat(lexeme || ' ', length)) FROM runs, generate_series(2, least(times, 16)::int) AS length
  )
  SELECT array_agg(DISTINCT key) AS keys
  FROM (
    SELECT weight || lexeme FROM placed
    UNION ALL
    SELECT 'P' || left(encode(sha256(convert_to(phrase, 'UTF8')), 'base64'), 3) FROM phrases
  ) AS made (key)
) AS added;

DROP TABLE paper_search;
ALTER TABLE search_with_keys RENAME TO paper_search;
ALTER INDEX search_with_keys_pkey RENAME TO paper_search_pkey;
CREATE INDEX paper_search_words ON paper_search USING gin (words) WITH (fastupdate = off);
ANALYZE paper_search;
