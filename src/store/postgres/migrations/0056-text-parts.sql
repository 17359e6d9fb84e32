-- What follows the first part of a long full text: a statement that stores or reads megabytes keeps everybody else waiting.
-- Named by the version of its paper that brought the text; what it says never changes: another one has another version.
CREATE TABLE text_parts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  part integer NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
);

-- The version under which the rest of the text is; null where the body is the whole text.
ALTER TABLE paper_texts ADD COLUMN parts_of integer;
