-- What accepted papers are narrowed down, counted and ordered by: core/search/facet-token.ts.
CREATE TABLE shelf_marks (
  rank_key INTEGER PRIMARY KEY,
  marks TEXT NOT NULL
) STRICT;

CREATE TABLE institutions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

-- Words of titles, names and topics as they are written, for "did you mean": by first letter and length.
CREATE TABLE spellings (
  initial TEXT NOT NULL,
  size INTEGER NOT NULL,
  word TEXT NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (initial, size, word)
) STRICT, WITHOUT ROWID;

-- The index is filled again: its entries carry the marks.
INSERT INTO paper_search (paper_search) VALUES ('delete-all');
