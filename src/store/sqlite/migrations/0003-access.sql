CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
) STRICT;

-- One row a counted request: the sliding window is exact across processes and restarts.
CREATE TABLE quota_hits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  bucket TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX quota_hits_by_bucket ON quota_hits (bucket, at);

-- First answers to requests with an Idempotency-Key, kept to be given again.
CREATE TABLE receipts (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT;
CREATE INDEX receipts_by_age ON receipts (created_at);
