-- oldest reader: 0064
-- What happened to a paper where it is published: a new version, a correction, or something to retract it for.
ALTER TABLE proposed_revisions ADD COLUMN notice text COLLATE "C";
ALTER TABLE proposed_revisions ADD COLUMN retracts integer NOT NULL DEFAULT 0;
CREATE INDEX source_records_by_oai_id ON source_records (record_id) WHERE format = 'oai-pmh';
