-- The number of a journal, of proceedings or of a book in facet tokens.
CREATE TABLE venues (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;
