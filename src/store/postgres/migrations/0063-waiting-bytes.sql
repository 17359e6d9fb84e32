-- The size of a submission that waits for a decision, which counts against its key; null for all other papers. For those that
-- wait already, what is stored of them.
ALTER TABLE papers ADD COLUMN waiting_bytes integer;
UPDATE papers SET waiting_bytes =
  octet_length(title || authors || topics || concepts || frameworks || coalesce(abstract, '') || coalesce(commentary, ''))
  + coalesce((SELECT octet_length(body) FROM paper_texts WHERE paper_seq = papers.seq), 0)
  + coalesce((
    SELECT sum(octet_length(text_parts.body)) FROM text_parts
    JOIN paper_texts ON paper_texts.paper_seq = text_parts.paper_seq AND paper_texts.parts_version = text_parts.version
    WHERE text_parts.paper_seq = papers.seq
  ), 0)
WHERE submitted_by IS NOT NULL AND state IN ('pending', 'changes_requested');
CREATE INDEX papers_waiting ON papers (submitted_by, waiting_bytes) WHERE waiting_bytes IS NOT NULL;
