-- oldest reader: 0086
-- The name, looks and words of the library. Older versions show their own.
CREATE TABLE settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  stored TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
