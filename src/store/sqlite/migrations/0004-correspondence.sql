CREATE TABLE messages (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  organisation TEXT,
  subject TEXT,
  message TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT;

CREATE TABLE subscribers (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT,
  state TEXT NOT NULL,
  confirm_hash TEXT UNIQUE,
  confirm_expires_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT,
  reply_to TEXT,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  headers TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting';
