-- oldest reader: 0088
-- What a person saved of a list of the console: the search of its address.
CREATE TABLE saved_views (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  list text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  search text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL
);
CREATE INDEX saved_views_by_editor ON saved_views (editor_id, list, name);
