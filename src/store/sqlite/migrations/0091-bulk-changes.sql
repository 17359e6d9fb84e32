-- oldest reader: 0088
-- A change of many papers at once and what became of each, kept for a while so that it can be undone.
CREATE TABLE bulk_changes (
  id TEXT NOT NULL PRIMARY KEY,
  actor TEXT NOT NULL,
  -- JSON: the change, and the papers that changed, were left, undone or kept.
  change TEXT NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undone_by TEXT,
  undone_at TEXT
) STRICT;
CREATE INDEX bulk_changes_by_time ON bulk_changes (at);
