-- Addresses that get nothing of any mailing, by a keyed hash that outlives the address: reason is bounce or complaint;
-- confirmation_at says when such an address was asked once more to confirm.
CREATE TABLE suppressions (
  address_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  reason text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  confirmation_at text COLLATE "C"
);

-- What came back of one email to an address: kind is hard, soft or complaint. A second report of it counts for nothing.
CREATE TABLE bounces (
  address_hash text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  received_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (address_hash, delivery, kind)
);
CREATE INDEX bounces_by_time ON bounces (received_at);
