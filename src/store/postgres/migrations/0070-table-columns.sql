-- oldest reader: 0064
-- Which columns fill the fields of tables with one header: somebody gave them, and tables with the same header are read so.
CREATE TABLE table_columns (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  names text COLLATE "C" NOT NULL,
  columns text COLLATE "C" NOT NULL,
  remembered_at text COLLATE "C" NOT NULL,
  remembered_by text COLLATE "C" NOT NULL
);
