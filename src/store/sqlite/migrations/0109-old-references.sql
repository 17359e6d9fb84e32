-- oldest reader: 0088
-- How far the records have been read for references that were stored before references were kept; no row where there were none.
CREATE TABLE reference_reading (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- All records up to this one have been read.
  read_until INTEGER NOT NULL,
  -- The last record to be read: those after it brought their references.
  last_record INTEGER NOT NULL
) STRICT;
INSERT INTO reference_reading SELECT 1, 0, max(seq) FROM source_records HAVING max(seq) IS NOT NULL;
