-- oldest reader: 0088
-- A change of many papers at once and what became of each, kept for a while so that it can be undone.
CREATE TABLE bulk_changes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  actor text COLLATE "C" NOT NULL,
  -- JSON: the change, and the papers that changed, were left, undone or kept.
  change text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  undone_by text COLLATE "C",
  undone_at text COLLATE "C"
);
CREATE INDEX bulk_changes_by_time ON bulk_changes (at);
