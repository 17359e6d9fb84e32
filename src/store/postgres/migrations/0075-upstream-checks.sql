-- oldest reader: 0064
-- When a public paper was last compared with its records elsewhere, and since which day its address leads nowhere.
CREATE TABLE upstream_checks (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  checked_at text COLLATE "C" NOT NULL,
  failed_url text COLLATE "C",
  failed_since text COLLATE "C"
);
