-- oldest reader: 0088
-- What a person saved of a list of the console: the search of its address.
CREATE TABLE saved_views (
  id TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX saved_views_by_editor ON saved_views (editor_id, list, name);
