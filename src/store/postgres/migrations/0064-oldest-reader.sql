-- oldest reader: 0064
-- The oldest version that can go on with a database that has this migration, named by its own newest one; NULL: none older than it.
ALTER TABLE migrations ADD COLUMN oldest_reader integer;
