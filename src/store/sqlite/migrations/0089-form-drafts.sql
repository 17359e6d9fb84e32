-- oldest reader: 0088
-- What an editor has typed into a form of the console and not saved yet; kept for some weeks at most.
CREATE TABLE form_drafts (
  editor_id TEXT NOT NULL REFERENCES editors (id),
  form TEXT NOT NULL,
  version INTEGER,
  fields TEXT NOT NULL,
  began_at TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (editor_id, form)
) STRICT;
CREATE INDEX form_drafts_by_form ON form_drafts (form, saved_at);
