-- Feeds read the papers that changed last.
CREATE INDEX public_changes_latest_by_number ON public_changes (kind, seq) WHERE latest = 1;
