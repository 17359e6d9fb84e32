-- A title without its subtitle is found by how it begins. Here papers_by_title, which is in order, serves for that; other
-- databases get an index of their own.
SELECT 1;
