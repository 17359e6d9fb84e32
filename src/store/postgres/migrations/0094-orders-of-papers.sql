-- oldest reader: 0088
-- The public papers by title and by their latest change, for lists of editors. The beginning of a title is enough to order by.
CREATE INDEX papers_in_title_order ON papers (substr(title_key, 1, 60), seq) WHERE state = 'accepted';
CREATE INDEX papers_by_change ON papers (updated_at, seq) WHERE state = 'accepted';
