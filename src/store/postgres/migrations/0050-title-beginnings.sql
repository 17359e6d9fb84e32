-- A title without its subtitle, or by other authors than a record names, is found by how it begins.
CREATE INDEX papers_by_title_start ON papers (substr(title_key, 1, 60));
