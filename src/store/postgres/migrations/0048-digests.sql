-- One email that tells one subscriber what is new in the searches they follow; sections says it in JSON. Its address is that of
-- the subscriber and stands nowhere else.
CREATE TABLE digests (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  subscriber_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL UNIQUE,
  sections text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C",
  last_error text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  sent_at text COLLATE "C"
);
CREATE INDEX digests_due ON digests (due_at, id, domain) WHERE state = 'waiting';
CREATE INDEX digests_by_subscriber ON digests (subscriber_id);
