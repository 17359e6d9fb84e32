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
  -- Of one that is being built: the word before which all are done.
  done_to TEXT
) STRICT;

-- The words of a segment, many in a row, each with the first block of its postings.
CREATE TABLE ranked_pages (
  segment INTEGER NOT NULL,
  -- The first word of the page.
  term TEXT NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (segment, term)
) STRICT, WITHOUT ROWID;

-- Further blocks, of frequent words.
CREATE TABLE ranked_blocks (
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (segment, term, block)
) STRICT, WITHOUT ROWID;

-- The words of the papers that the ranking has, in their order, as numbers: the best are scored by them.
CREATE TABLE ranked_papers (
  seq INTEGER NOT NULL PRIMARY KEY,
  words BLOB NOT NULL
) STRICT;
