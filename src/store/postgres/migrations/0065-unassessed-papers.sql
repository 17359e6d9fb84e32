-- oldest reader: 0064
-- The public papers that are not yet assessed; its columns let them be counted without reading the papers.
CREATE INDEX papers_unassessed ON papers (rank_key, chapter, type, long_horizon)
WHERE state = 'accepted' AND (chapter IS NULL OR type IS NULL OR long_horizon IS NULL);
