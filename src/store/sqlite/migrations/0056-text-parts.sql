-- What follows the first part of a long full text: a statement that stores or reads megabytes keeps everybody else waiting.
-- Named by the version of its paper that brought the text; what it says never changes: another one has another version.
CREATE TABLE text_parts (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  part INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
) STRICT;

-- The version under which the rest of the text is; null where the body is the whole text.
ALTER TABLE paper_texts ADD COLUMN parts_of INTEGER;
