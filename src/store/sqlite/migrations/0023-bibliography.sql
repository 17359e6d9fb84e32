-- What citations need beside title, authors and year, as JSON of those fields that have a value; null without any.
ALTER TABLE papers ADD COLUMN bibliography TEXT;
