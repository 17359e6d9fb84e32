-- Names that say what a row is.
ALTER TABLE receipts RENAME TO idempotency_keys;
ALTER TABLE idempotency_keys RENAME CONSTRAINT receipts_pkey TO idempotency_keys_pkey;
ALTER INDEX receipts_by_age RENAME TO idempotency_keys_by_age;

ALTER TABLE note_templates RENAME TO reply_templates;
ALTER TABLE reply_templates RENAME CONSTRAINT note_templates_pkey TO reply_templates_pkey;

ALTER TABLE told_matches RENAME TO sent_matches;
ALTER TABLE sent_matches RENAME CONSTRAINT told_matches_pkey TO sent_matches_pkey;
ALTER TABLE follows RENAME COLUMN told_until TO sent_until;
ALTER TABLE following RENAME TO following_state;
ALTER TABLE following_state RENAME CONSTRAINT following_pkey TO following_state_pkey;
ALTER TABLE following_state RENAME CONSTRAINT following_id_check TO following_state_id_check;

-- webhook_deliveries are others.
ALTER TABLE deliveries RENAME TO mailing_deliveries;
ALTER TABLE mailing_deliveries RENAME CONSTRAINT deliveries_pkey TO mailing_deliveries_pkey;
ALTER TABLE mailing_deliveries RENAME CONSTRAINT deliveries_message_id_key TO mailing_deliveries_message_id_key;
ALTER TABLE mailing_deliveries RENAME CONSTRAINT deliveries_brief_id_fkey TO mailing_deliveries_brief_id_fkey;
ALTER INDEX deliveries_due RENAME TO mailing_deliveries_due;
ALTER INDEX deliveries_by_subscriber RENAME TO mailing_deliveries_by_subscriber;

ALTER TABLE paper_texts RENAME COLUMN parts_of TO parts_version;
ALTER TABLE corpus RENAME COLUMN analyzer TO analyzer_version;
