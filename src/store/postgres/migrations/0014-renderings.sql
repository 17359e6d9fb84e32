-- The markup of each text in Markdown that the public sees, and the version of the renderer that made it; 0 and no
-- markup since the text changed. A job renders what is outdated.
CREATE TABLE renderings (
  subject text COLLATE "C" NOT NULL PRIMARY KEY,
  renderer integer NOT NULL,
  markup text COLLATE "C"
);
CREATE INDEX renderings_by_renderer ON renderings (renderer);

INSERT INTO renderings (subject, renderer) SELECT 'paper:' || id, 0 FROM papers WHERE commentary IS NOT NULL;
INSERT INTO renderings (subject, renderer) SELECT 'gap:' || id, 0 FROM gaps;
INSERT INTO renderings (subject, renderer) SELECT 'chapter:' || number, 0 FROM chapters;
INSERT INTO renderings (subject, renderer) SELECT 'brief:' || id || ':summary', 0 FROM briefs;
INSERT INTO renderings (subject, renderer) SELECT 'brief:' || id || ':take', 0 FROM briefs;
