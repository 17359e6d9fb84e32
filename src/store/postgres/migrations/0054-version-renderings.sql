-- Commentaries of earlier versions of papers that readers may ask for; a job renders them once.
INSERT INTO renderings (subject, renderer)
SELECT 'version:' || papers.id || ':' || paper_versions.version, 0
FROM paper_versions JOIN papers ON papers.seq = paper_versions.paper_seq
WHERE papers.state = 'accepted' AND paper_versions.version < papers.version
  AND paper_versions.form::jsonb ->> 'commentary' IS NOT NULL;
