-- oldest reader: 0064
-- When a public paper was last compared with its records elsewhere, and since which day its address leads nowhere.
CREATE TABLE upstream_checks (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  checked_at TEXT NOT NULL,
  failed_url TEXT,
  failed_since TEXT
) STRICT;
