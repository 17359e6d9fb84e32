-- oldest reader: 0064
-- A list of links says more about a work than its identifier: a title, an address, and the headings above it.
ALTER TABLE paper_candidates ADD COLUMN listed text COLLATE "C";
