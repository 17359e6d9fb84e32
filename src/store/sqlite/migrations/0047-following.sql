-- Not everybody whose address is confirmed gets the weekly brief: some only follow searches.
ALTER TABLE subscribers ADD COLUMN wants_brief INTEGER NOT NULL DEFAULT 1;

-- A search that somebody follows, by the address of its page; key is a hash of that. Papers that became public before the
-- change began_after are not new to anybody who follows it.
CREATE TABLE followed_searches (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  address TEXT NOT NULL,
  began_after INTEGER NOT NULL
) STRICT;

-- Who follows what. To this follower what became public before the change began_after is not new; matches up to
-- told_until have been in a digest, or were passed over because they were public no more.
CREATE TABLE follows (
  subscriber_id TEXT NOT NULL,
  search_seq INTEGER NOT NULL REFERENCES followed_searches (seq),
  frequency TEXT NOT NULL,
  began_after INTEGER NOT NULL,
  told_until INTEGER NOT NULL,
  since TEXT NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq)
) STRICT;
CREATE INDEX follows_by_search ON follows (search_seq);

-- What a search finds of all that became public since it is followed, each thing once. added is the change by which it
-- became public, at the instant of the change by which it began to match. Numbers are never used again.
CREATE TABLE follow_matches (
  seq INTEGER PRIMARY KEY,
  search_seq INTEGER NOT NULL REFERENCES followed_searches (seq),
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  added INTEGER NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (search_seq, kind, thing_id)
) STRICT;
CREATE INDEX follow_matches_of_search ON follow_matches (search_seq, seq);
CREATE INDEX follow_matches_of_thing ON follow_matches (kind, thing_id);

-- What stopped matching after a follower was told of it: if it matches again, it is not told again.
CREATE TABLE told_matches (
  subscriber_id TEXT NOT NULL,
  search_seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq, kind, thing_id)
) STRICT;

-- How far changes have been matched; there is a row once something is followed. version rises with each change of what is
-- followed.
CREATE TABLE following (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  matched_until INTEGER NOT NULL,
  last_match INTEGER NOT NULL,
  version INTEGER NOT NULL,
  paused INTEGER NOT NULL
) STRICT;

-- What was asked for an address and happens only once somebody opens the link that is mailed to it. The link is made when the
-- email leaves; until then hash is null, and until it was sent expires_at.
CREATE TABLE subscriber_requests (
  message_id TEXT NOT NULL PRIMARY KEY,
  purpose TEXT NOT NULL,
  subscriber_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  address TEXT,
  frequency TEXT,
  hash TEXT UNIQUE,
  expires_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX subscriber_requests_by_email ON subscriber_requests (email_key);
CREATE INDEX subscriber_requests_by_subscriber ON subscriber_requests (subscriber_id);

-- When something became public.
CREATE INDEX public_changes_added ON public_changes (kind, id, seq) WHERE event = 'added';
