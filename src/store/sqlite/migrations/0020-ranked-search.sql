-- The index of the ranked search: postings of words in segments that are written once and merged by a job. What a
-- segment takes back has negative levels, so nothing is changed in place.
CREATE TABLE ranked_segments (
  segment INTEGER NOT NULL PRIMARY KEY,
  -- Papers it adds, less those it takes back.
  papers INTEGER NOT NULL,
  -- Papers it touches either way: segments of about one size are merged.
  size INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('live', 'building', 'dead')),
  -- The segment that is being built from this one.
  merged_into INTEGER,
  -- Of one that is being built: the last word that is done.
  done_to TEXT
) STRICT;

CREATE TABLE ranked_postings (
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (segment, term, block)
) STRICT, WITHOUT ROWID;
