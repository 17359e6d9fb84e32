-- oldest reader: 0086
-- The name, looks and words of the library. Older versions show their own.
CREATE TABLE settings (
  id integer PRIMARY KEY CHECK (id = 1),
  stored text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);
