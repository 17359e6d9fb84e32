-- A brief on its way to the subscribers. Recipients are those who were confirmed at started_at; up to the subscriber
-- recipients_after they have their deliveries, all of them once that is null. Once the deliveries are deleted, counts says
-- in JSON how many there were of each state.
CREATE TABLE mailings (
  brief_id TEXT NOT NULL PRIMARY KEY REFERENCES briefs (id),
  state TEXT NOT NULL,
  start_at TEXT NOT NULL,
  started_at TEXT,
  recipients_after TEXT,
  finished_at TEXT,
  counts TEXT
) STRICT;

-- One email to one subscriber. Its address is that of the subscriber and stands nowhere else.
CREATE TABLE deliveries (
  brief_id TEXT NOT NULL REFERENCES mailings (brief_id),
  subscriber_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  sent_at TEXT,
  PRIMARY KEY (brief_id, subscriber_id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (brief_id, due_at, subscriber_id, domain) WHERE state = 'waiting';
CREATE INDEX deliveries_by_subscriber ON deliveries (subscriber_id);

-- Up to when the rate of emails, in all or to one domain, is used up: milliseconds since 1970.
CREATE TABLE mail_rates (
  bucket TEXT NOT NULL PRIMARY KEY,
  used_until INTEGER NOT NULL
) STRICT;
