-- oldest reader: 0064
-- Which columns fill the fields of tables with one header: somebody gave them, and tables with the same header are read so.
CREATE TABLE table_columns (
  id TEXT NOT NULL PRIMARY KEY,
  names TEXT NOT NULL,
  columns TEXT NOT NULL,
  remembered_at TEXT NOT NULL,
  remembered_by TEXT NOT NULL
) STRICT;
