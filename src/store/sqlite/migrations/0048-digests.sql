-- One email that tells one subscriber what is new in the searches they follow; sections says it in JSON. Its address is that of
-- the subscriber and stands nowhere else.
CREATE TABLE digests (
  id TEXT NOT NULL PRIMARY KEY,
  subscriber_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  sections TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX digests_due ON digests (due_at, id, domain) WHERE state = 'waiting';
CREATE INDEX digests_by_subscriber ON digests (subscriber_id);
