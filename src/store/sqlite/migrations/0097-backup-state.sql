-- oldest reader: 0088
-- Who makes a backup now, and how the last backup and the last drill ended; of this database only, so that no copy has it.
CREATE TABLE backup_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The process that makes a backup or a drill, until when unless it says so again.
  owner TEXT,
  lease_until TEXT,
  good_at TEXT,
  good_id TEXT,
  good_bytes INTEGER,
  good_seconds INTEGER,
  failed_at TEXT,
  failure TEXT,
  drilled_at TEXT,
  drilled_id TEXT,
  drill_fault TEXT,
  drill_good_at TEXT
) STRICT;
