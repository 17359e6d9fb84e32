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
  -- Of one that is being built: the last word that is done.
  done_to text COLLATE "C"
);

CREATE TABLE ranked_postings (
  segment bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (segment, term, block)
);
