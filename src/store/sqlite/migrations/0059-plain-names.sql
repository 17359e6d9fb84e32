-- Names that say what a row is.
ALTER TABLE receipts RENAME TO idempotency_keys;
DROP INDEX receipts_by_age;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

ALTER TABLE note_templates RENAME TO reply_templates;

ALTER TABLE told_matches RENAME TO sent_matches;
ALTER TABLE follows RENAME COLUMN told_until TO sent_until;
ALTER TABLE following RENAME TO following_state;

-- webhook_deliveries are others.
ALTER TABLE deliveries RENAME TO mailing_deliveries;
DROP INDEX deliveries_due;
CREATE INDEX mailing_deliveries_due ON mailing_deliveries (brief_id, due_at, subscriber_id, domain)
WHERE state = 'waiting';
DROP INDEX deliveries_by_subscriber;
CREATE INDEX mailing_deliveries_by_subscriber ON mailing_deliveries (subscriber_id);

ALTER TABLE paper_texts RENAME COLUMN parts_of TO parts_version;
ALTER TABLE corpus RENAME COLUMN analyzer TO analyzer_version;
