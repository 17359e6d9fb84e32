-- A brief on its way to the subscribers. Recipients are those who were confirmed at started_at; up to the subscriber
-- recipients_after they have their deliveries, all of them once that is null. Once the deliveries are deleted, counts says
-- in JSON how many there were of each state.
CREATE TABLE mailings (
  brief_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES briefs (id),
  state text COLLATE "C" NOT NULL,
  start_at text COLLATE "C" NOT NULL,
  started_at text COLLATE "C",
  recipients_after text COLLATE "C",
  finished_at text COLLATE "C",
  counts text COLLATE "C"
);

-- One email to one subscriber. Its address is that of the subscriber and stands nowhere else.
CREATE TABLE deliveries (
  brief_id text COLLATE "C" NOT NULL REFERENCES mailings (brief_id),
  subscriber_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL UNIQUE,
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C",
  last_error text COLLATE "C",
  sent_at text COLLATE "C",
  PRIMARY KEY (brief_id, subscriber_id)
);
CREATE INDEX deliveries_due ON deliveries (brief_id, due_at, subscriber_id, domain) WHERE state = 'waiting';
CREATE INDEX deliveries_by_subscriber ON deliveries (subscriber_id);

-- Up to when the rate of emails, in all or to one domain, is used up: milliseconds since 1970.
CREATE TABLE mail_rates (
  bucket text COLLATE "C" NOT NULL PRIMARY KEY,
  used_until bigint NOT NULL
);
