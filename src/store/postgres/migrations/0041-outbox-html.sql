-- An email that is also a page.
ALTER TABLE outbox ADD COLUMN html text;
