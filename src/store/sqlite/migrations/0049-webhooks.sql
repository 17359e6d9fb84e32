-- Servers that are told of events. Up to after_change (of public_changes) and after_step (of review_steps) they have their
-- deliveries. Secrets are sealed. While somebody sends to one, the sender has a lease.
CREATE TABLE webhook_endpoints (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL,
  state TEXT NOT NULL,
  paused_because TEXT,
  secret TEXT,
  old_secret TEXT,
  old_secret_until TEXT,
  added_by TEXT NOT NULL,
  added_at TEXT NOT NULL,
  after_change INTEGER NOT NULL,
  after_step INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  failing_since TEXT,
  rest_until TEXT,
  last_success_at TEXT,
  last_failure_at TEXT,
  last_error TEXT,
  sender TEXT,
  lease_until TEXT
) STRICT;

-- What one of them is told. The content is made when it is sent, from what the public sees then.
CREATE TABLE webhook_deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  at TEXT NOT NULL,
  change_seq INTEGER,
  step_seq INTEGER,
  outcome TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  first_attempt_at TEXT,
  attempted_at TEXT,
  request TEXT,
  status INTEGER,
  response TEXT,
  error TEXT
) STRICT;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_seq, seq);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_seq, subject, seq) WHERE state = 'waiting';
