-- oldest reader: 0088
-- What an editor has typed into a form of the console and not saved yet; kept for some weeks at most.
CREATE TABLE form_drafts (
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  form text COLLATE "C" NOT NULL,
  version integer,
  fields text COLLATE "C" NOT NULL,
  began_at text COLLATE "C" NOT NULL,
  saved_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (editor_id, form)
);
CREATE INDEX form_drafts_by_form ON form_drafts (form, saved_at);
