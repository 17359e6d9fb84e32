-- oldest reader: 0088
-- Who makes a backup now, and how the last backup and the last drill ended; of this database only, so that no copy has it.
CREATE TABLE backup_state (
  id smallint PRIMARY KEY CHECK (id = 1),
  -- The process that makes a backup or a drill, until when unless it says so again.
  owner text COLLATE "C",
  lease_until text COLLATE "C",
  good_at text COLLATE "C",
  good_id text COLLATE "C",
  good_bytes bigint,
  good_seconds bigint,
  failed_at text COLLATE "C",
  failure text COLLATE "C",
  drilled_at text COLLATE "C",
  drilled_id text COLLATE "C",
  drill_fault text COLLATE "C",
  drill_good_at text COLLATE "C"
);
