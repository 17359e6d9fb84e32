-- Addresses that get nothing of any mailing, by a keyed hash that outlives the address: reason is bounce or complaint;
-- confirmation_at says when such an address was asked once more to confirm.
CREATE TABLE suppressions (
  address_hash TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  since TEXT NOT NULL,
  confirmation_at TEXT
) STRICT;

-- What came back of one email to an address: kind is hard, soft or complaint. A second report of it counts for nothing.
CREATE TABLE bounces (
  address_hash TEXT NOT NULL,
  delivery TEXT NOT NULL,
  kind TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (address_hash, delivery, kind)
) STRICT;
CREATE INDEX bounces_by_time ON bounces (received_at);
