-- The index of the ranked search: postings of words in segments that are written once and merged by a job. What a
-- segment takes back has negative levels, so nothing is changed in place.
CREATE TABLE ranked_segments (
  segment bigint NOT NULL PRIMARY KEY,
  -- Papers it adds, less those it takes back.
  papers integer NOT NULL,
  -- Papers it touches either way: segments of about one size are merged.
  size integer NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('live', 'building', 'dead')),
  -- The segment that is being built from this one.
  merged_into bigint,
  -- Of one that is being built: the word before which all are done.
  done_to text COLLATE "C"
);

-- The words of a segment, many in a row, each with the first block of its postings.
CREATE TABLE ranked_pages (
  segment bigint NOT NULL,
  -- The first word of the page.
  term text COLLATE "C" NOT NULL,
  entries bytea NOT NULL,
  PRIMARY KEY (segment, term)
);

-- Further blocks, of frequent words.
CREATE TABLE ranked_blocks (
  segment bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (segment, term, block)
);

-- The words of the papers that the ranking has, in their order, as numbers: the best are scored by them.
CREATE TABLE ranked_papers (
  seq bigint NOT NULL PRIMARY KEY,
  words bytea NOT NULL
);
