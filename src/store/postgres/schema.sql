-- A new database. An existing one is brought to the same form by migrations/; a test compares the two. Texts are
-- compared byte by byte, as in the other engine; instants are ISO 8601 texts.


-- ==== The corpus ===================================================================================================

-- The one row of the corpus itself.
CREATE TABLE corpus (
  id integer PRIMARY KEY CHECK (id = 1),
  -- Signs links and cursors and hashes addresses; made with the database.
  secret bytea NOT NULL,
  -- Rises with every change that the public can see.
  revision bigint NOT NULL,
  -- The number of the next paper that comes without an id.
  next_paper_number bigint NOT NULL DEFAULT 1,
  -- The version of the text analysis behind the stored keys and the search index; another one rebuilds both.
  analyzer_version integer NOT NULL DEFAULT 0,
  -- The end of the audit log, kept apart from its rows so that a missing last row is noticed.
  audit_count bigint NOT NULL DEFAULT 0,
  audit_hash text COLLATE "C" NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',
  -- The PUBLIC_URL of the last server that had one, for links in emails of commands.
  public_url text COLLATE "C"
);
INSERT INTO corpus (id, secret, revision)
VALUES (1, sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 1);

-- A migration that this database has; a new database has them all from the start.
CREATE TABLE migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  applied_at text NOT NULL,
  -- The oldest version that can go on with this database, named by its own newest migration; NULL: none older than this one.
  oldest_reader integer
);

-- Who makes a backup now, and how the last backup and the last drill ended; of this database only, so that no copy has it.
CREATE TABLE backup_state (
  id smallint PRIMARY KEY CHECK (id = 1),
  -- The process that makes a backup or a drill, until when unless it says so again.
  owner text COLLATE "C",
  lease_until text COLLATE "C",
  good_at text COLLATE "C",
  good_id text COLLATE "C",
  good_bytes bigint,
  good_seconds bigint,
  failed_at text COLLATE "C",
  failure text COLLATE "C",
  drilled_at text COLLATE "C",
  drilled_id text COLLATE "C",
  drill_fault text COLLATE "C",
  drill_good_at text COLLATE "C"
);



-- ==== Papers =======================================================================================================

-- A paper in any state: pending, accepted, rejected, retracted, merged and so on. Only accepted ones are public.
CREATE TABLE papers (
  seq bigint PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  state text COLLATE "C" NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- The place in the public order.
  rank_key bigint NOT NULL,
  title text COLLATE "C" NOT NULL,
  -- Three keys to find another description of the same work; the last two are null until they are made.
  title_key text COLLATE "C" NOT NULL,
  work_key text COLLATE "C",
  subtitle_key text COLLATE "C",
  -- Lists are JSON.
  authors text COLLATE "C" NOT NULL,
  year integer NOT NULL,
  institution text COLLATE "C",
  url text COLLATE "C",
  doi text COLLATE "C",
  arxiv_id text COLLATE "C",
  abstract text COLLATE "C",
  chapter integer,
  type text COLLATE "C",
  -- Scores in millionths.
  long_horizon integer,
  enterprise integer,
  topics text COLLATE "C" NOT NULL,
  concepts text COLLATE "C" NOT NULL,
  frameworks text COLLATE "C" NOT NULL,
  commentary text COLLATE "C",
  storage_url text COLLATE "C",
  -- What citations need apart from title, authors and year: JSON of the fields with a value, or null.
  bibliography text COLLATE "C",
  -- The newest file, and whether an editor allows passing files on; if null, the licence decides.
  file_sha256 text COLLATE "C",
  file_permission text COLLATE "C",
  submitted_by text COLLATE "C",
  -- The size of a submission that waits for a decision, which counts against its key; null for all other papers.
  waiting_bytes integer,
  submitted_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX papers_in_public_order ON papers (rank_key) WHERE state = 'accepted';
-- Titles and URLs may exceed the size of a B-tree entry, so whole ones are indexed by hash.
CREATE INDEX papers_by_title ON papers USING hash (title_key);
-- A title without its subtitle, or with other authors than a record names, is found by how it begins.
CREATE INDEX papers_by_title_start ON papers (substr(title_key, 1, 60));
CREATE INDEX papers_by_doi ON papers USING hash (doi) WHERE doi IS NOT NULL;
CREATE INDEX papers_by_arxiv ON papers (arxiv_id) WHERE arxiv_id IS NOT NULL;
CREATE INDEX papers_open ON papers (state, seq) WHERE state <> 'accepted';
-- Merging a chapter moves its papers in every state; the facets find the public ones.
CREATE INDEX papers_open_by_chapter ON papers (chapter, seq) WHERE state <> 'accepted' AND chapter IS NOT NULL;
CREATE INDEX papers_by_key ON papers (submitted_by, seq) WHERE submitted_by IS NOT NULL;
CREATE INDEX papers_waiting ON papers (submitted_by, waiting_bytes) WHERE waiting_bytes IS NOT NULL;
-- The map reads a region column by column; the other columns spare it reading the papers themselves.
CREATE INDEX papers_on_map
ON papers ((long_horizon / 20000), (enterprise / 20000), rank_key, long_horizon, enterprise, chapter, id)
WHERE state = 'accepted' AND long_horizon IS NOT NULL AND enterprise IS NOT NULL;
CREATE INDEX papers_by_work ON papers (work_key);
CREATE INDEX papers_by_subtitle ON papers (subtitle_key) WHERE subtitle_key IS NOT NULL;
-- A file of the sitemap holds 10,000 papers; one entry says when it last changed.
CREATE INDEX papers_in_sitemap ON papers ((seq / 10000), updated_at, id) WHERE state = 'accepted';
CREATE INDEX papers_by_url ON papers USING hash (url);
-- The public papers that are not yet assessed; its columns let them be counted without reading the papers.
CREATE INDEX papers_unassessed ON papers (rank_key, chapter, type, long_horizon)
WHERE state = 'accepted' AND (chapter IS NULL OR type IS NULL OR long_horizon IS NULL);
-- The public papers by title and by their latest change, for lists of editors. The beginning of a title is enough to order by.
CREATE INDEX papers_in_title_order ON papers (substr(title_key, 1, 60), seq) WHERE state = 'accepted';
CREATE INDEX papers_by_change ON papers (updated_at, seq) WHERE state = 'accepted';

-- The full text of a paper, or the first part of a long one.
CREATE TABLE paper_texts (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  body text COLLATE "C" NOT NULL,
  -- The version whose text_parts continue this text; null if the body is all of it.
  parts_version integer
);

-- A further part of a long full text: a statement that reads or stores megabytes would make everyone else wait. A
-- text never changes: another text has another version.
CREATE TABLE text_parts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  part integer NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
);

-- What a paper said in one version. A paper that never changed has no rows here.
CREATE TABLE paper_versions (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  -- The fields, as JSON.
  form text COLLATE "C" NOT NULL,
  -- Versions with the same full text store it once: this is the one that holds it.
  text_version integer NOT NULL,
  full_text text COLLATE "C",
  PRIMARY KEY (paper_seq, version)
);

-- A duplicate and the paper it was merged into, which is never a duplicate itself.
CREATE TABLE paper_redirects (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  into_seq bigint NOT NULL REFERENCES papers (seq)
);
CREATE INDEX paper_redirects_by_target ON paper_redirects (into_seq);

-- A work that papers cite, as the references to it describe it together.
CREATE TABLE cited_works (
  seq bigint PRIMARY KEY,
  doi text COLLATE "C",
  arxiv_id text COLLATE "C",
  openalex_id text COLLATE "C",
  title text COLLATE "C",
  year integer,
  authors text COLLATE "C" NOT NULL,
  -- The reference as printed, where its parts were not marked.
  printed text COLLATE "C",
  -- The paper of the library that it is.
  paper_seq bigint REFERENCES papers (seq) ON DELETE SET NULL,
  -- How many public papers cite it.
  citations integer NOT NULL DEFAULT 0,
  -- The candidate that it became, if papers cite it often and the library lacks it.
  candidate_seq bigint
);
CREATE INDEX cited_works_by_paper ON cited_works (paper_seq) WHERE paper_seq IS NOT NULL;
CREATE INDEX cited_works_missing ON cited_works (citations, seq) WHERE paper_seq IS NULL AND citations > 1;
CREATE INDEX cited_works_by_candidate ON cited_works (candidate_seq) WHERE candidate_seq IS NOT NULL;
CREATE INDEX cited_works_arrived ON cited_works (seq) WHERE candidate_seq IS NOT NULL AND paper_seq IS NOT NULL;

-- What a cited work is found by: its identifiers, its title, its first author with the first word of the title.
CREATE TABLE cited_work_keys (
  key text COLLATE "C" NOT NULL,
  work_seq bigint NOT NULL REFERENCES cited_works (seq),
  PRIMARY KEY (key, work_seq)
);

-- A paper cites a work. In its list of references the work has a position.
CREATE TABLE paper_references (
  paper_seq bigint NOT NULL REFERENCES papers (seq) ON DELETE CASCADE,
  work_seq bigint NOT NULL REFERENCES cited_works (seq),
  position integer NOT NULL,
  -- The formats whose records say so, separated by spaces.
  sources text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, work_seq)
);
CREATE INDEX paper_references_by_position ON paper_references (paper_seq, position);
CREATE INDEX paper_references_by_work ON paper_references (work_seq, paper_seq);

-- How many public papers cite a paper, by whichever of the works that it is.
CREATE TABLE cited_papers (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq) ON DELETE CASCADE,
  citations integer NOT NULL
);
CREATE INDEX cited_papers_in_order ON cited_papers (citations, paper_seq) WHERE citations > 0;

-- How far the records have been read for references that were stored before references were kept; no row where there were none.
CREATE TABLE reference_reading (
  id smallint PRIMARY KEY CHECK (id = 1),
  -- All records up to this one have been read.
  read_until bigint NOT NULL,
  -- The last record to be read: those after it brought their references.
  last_record bigint NOT NULL
);

-- A file that the library holds, by the SHA-256 of its content; its bytes are in the file store.
CREATE TABLE files (
  sha256 text COLLATE "C" NOT NULL PRIMARY KEY,
  bytes bigint NOT NULL,
  media_type text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  -- Since when nothing refers to it.
  unused_since text COLLATE "C",
  -- held, or removing: then nothing may refer to it any more.
  state text COLLATE "C" NOT NULL
);
CREATE INDEX files_by_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

-- A file that belongs to a paper.
CREATE TABLE paper_files (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  sha256 text COLLATE "C" NOT NULL REFERENCES files (sha256),
  number bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  added_at text COLLATE "C" NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, sha256)
);
CREATE INDEX paper_files_by_file ON paper_files (sha256);


-- ==== Chapters, concepts, gaps and briefs ==========================================================================

-- The name, looks and words of the library: one row, with those that were set as JSON. None until something is set.
CREATE TABLE settings (
  id integer PRIMARY KEY CHECK (id = 1),
  stored text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

-- A chapter of the library, which has none to seven of them, shown by place and then by number. Its version is 0 until an editor changes
-- its words. A new library has seven without a subject.
CREATE TABLE chapters (
  number integer PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  introduction text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  place integer NOT NULL DEFAULT 0
);
INSERT INTO chapters (number, name, introduction, version, updated_at, place)
VALUES
  (1, 'Chapter 1', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (2, 'Chapter 2', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (3, 'Chapter 3', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (4, 'Chapter 4', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (5, 'Chapter 5', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (6, 'Chapter 6', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (7, 'Chapter 7', '', 0, '1970-01-01T00:00:00.000Z', 0);

-- A concept that papers name.
CREATE TABLE concepts (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL UNIQUE,
  definition text COLLATE "C",
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX concepts_defined ON concepts (id) WHERE definition IS NOT NULL;

-- A former name of a concept that was renamed or took in another, whose id then leads here as well.
CREATE TABLE concept_aliases (
  name_key text COLLATE "C" NOT NULL PRIMARY KEY,
  id text COLLATE "C" UNIQUE,
  concept_seq bigint NOT NULL REFERENCES concepts (seq)
);
CREATE INDEX concept_aliases_by_concept ON concept_aliases (concept_seq);

-- A concept of an accepted paper.
CREATE TABLE paper_concepts (
  concept_seq bigint NOT NULL REFERENCES concepts (seq),
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (concept_seq, paper_seq)
);

-- A gap in research that editors described.
CREATE TABLE gaps (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  title text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  explanation text COLLATE "C" NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'open'
);

-- A paper that a gap refers to.
CREATE TABLE gap_papers (
  gap_id text COLLATE "C" NOT NULL REFERENCES gaps (id),
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, paper_seq)
);
CREATE INDEX gap_papers_by_paper ON gap_papers (paper_seq);

-- What happened in the life of a gap, in order: it was opened, narrowed, closed or reopened. The last entry makes its state.
CREATE TABLE gap_history (
  gap_id text COLLATE "C" NOT NULL REFERENCES gaps (id),
  number integer NOT NULL,
  entry text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  PRIMARY KEY (gap_id, number)
);

-- A paper that an entry names.
CREATE TABLE gap_history_papers (
  gap_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, number, paper_seq),
  FOREIGN KEY (gap_id, number) REFERENCES gap_history (gap_id, number)
);
CREATE INDEX gap_history_papers_by_paper ON gap_history_papers (paper_seq);

-- A published weekly brief.
CREATE TABLE briefs (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  iso_year integer NOT NULL,
  iso_week integer NOT NULL,
  title text COLLATE "C" NOT NULL,
  summary text COLLATE "C" NOT NULL,
  take text COLLATE "C" NOT NULL,
  featured text COLLATE "C" NOT NULL,
  published_at text COLLATE "C" NOT NULL,
  UNIQUE (iso_year, iso_week)
);

-- A correction under a published brief, in order. Neither changes.
CREATE TABLE brief_corrections (
  brief_id text COLLATE "C" NOT NULL REFERENCES briefs (id),
  number integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  PRIMARY KEY (brief_id, number)
);

-- A sentence of the editors to look at again, because what it rests on has changed.
CREATE TABLE alerts (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- The text, the sentence and its mark as they are in the table evidence.
  subject text COLLATE "C" NOT NULL,
  mark text COLLATE "C" NOT NULL,
  sentence text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  -- The paper that did it.
  paper_id text COLLATE "C",
  was text COLLATE "C",
  now text COLLATE "C",
  opened_at text COLLATE "C" NOT NULL,
  -- How it ended; null while it is open.
  settled_as text COLLATE "C",
  settled_by text COLLATE "C",
  settled_at text COLLATE "C",
  settled_in bigint
);
CREATE UNIQUE INDEX alerts_open ON alerts (subject, sentence) WHERE settled_as IS NULL;

-- A search in a text that raises no alerts.
CREATE TABLE muted_searches (
  subject text COLLATE "C" NOT NULL,
  mark text COLLATE "C" NOT NULL,
  muted_by text COLLATE "C" NOT NULL,
  muted_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (subject, mark)
);

-- The numbers behind the trend of a concept, in the weeks in which they changed.
CREATE TABLE trend_weeks (
  concept_id text COLLATE "C" NOT NULL,
  -- Such as 2026-w47.
  week text COLLATE "C" NOT NULL,
  trend text COLLATE "C" NOT NULL,
  newest_year integer NOT NULL,
  recent integer NOT NULL,
  before_recent integer NOT NULL,
  corpus_recent integer NOT NULL,
  corpus_before integer NOT NULL,
  PRIMARY KEY (concept_id, week)
);

-- A brief that is being written.
CREATE TABLE brief_drafts (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  iso_year integer NOT NULL,
  iso_week integer NOT NULL,
  title text COLLATE "C" NOT NULL,
  summary text COLLATE "C" NOT NULL,
  take text COLLATE "C" NOT NULL,
  featured text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

-- What a sentence of the editors rests on: a mark in the commentary of a paper, the explanation of a gap or a text of a brief, and
-- what was found when it was looked up last.
CREATE TABLE evidence (
  -- Such as paper:p12 or brief:2026-w47:take.
  subject text COLLATE "C" NOT NULL,
  -- The place of the mark among those of its text, from 1.
  number integer NOT NULL,
  mark text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- The id of the paper that the mark names, which need not exist.
  cited text COLLATE "C",
  sentence text COLLATE "C" NOT NULL,
  -- The public paper that it means, also after a merge.
  paper_id text COLLATE "C",
  version integer,
  state text COLLATE "C",
  anchor text COLLATE "C",
  match text COLLATE "C",
  -- 1: the quotation is of a full text that may not be shown whole.
  is_limited integer NOT NULL DEFAULT 0,
  found text COLLATE "C",
  papers_found integer,
  -- JSON: the first papers that a search finds.
  hits text COLLATE "C",
  fault text COLLATE "C",
  checked_at text COLLATE "C",
  -- 1: to be looked up, because it is new or what it rests on has changed.
  is_due integer NOT NULL,
  -- Whether the quotation bears the sentence, who said so and when.
  support text COLLATE "C",
  support_by text COLLATE "C",
  support_at text COLLATE "C",
  PRIMARY KEY (subject, number)
);
CREATE INDEX evidence_by_cited ON evidence (cited);
CREATE INDEX evidence_by_paper ON evidence (paper_id);
CREATE INDEX evidence_due ON evidence (subject, number) WHERE is_due = 1;
CREATE INDEX evidence_of_searches ON evidence (subject, number) WHERE kind = 'search';

-- A change of many papers at once and what became of each, kept for a while so that it can be undone.
CREATE TABLE bulk_changes (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  actor text COLLATE "C" NOT NULL,
  -- JSON: the change, and the papers that changed, were left, undone or kept.
  change text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  undone_by text COLLATE "C",
  undone_at text COLLATE "C"
);
CREATE INDEX bulk_changes_by_time ON bulk_changes (at);


-- ==== Review =======================================================================================================

-- A change of a paper's state, with who made it and their note.
CREATE TABLE review_steps (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  state text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  actor text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL
);
CREATE INDEX review_steps_by_paper ON review_steps (paper_seq, seq);
CREATE INDEX review_steps_by_time ON review_steps (at) WHERE state = 'accepted';

-- What the checks found when a paper came in; findings are null for one from before there were checks.
CREATE TABLE paper_checks (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  risk integer NOT NULL,
  findings text COLLATE "C",
  -- While the paper is pending, (100 - risk) * 2^32 + paper_seq: ascending, the riskiest come first, then the oldest.
  queue_key bigint,
  ingest_session text COLLATE "C"
);
CREATE UNIQUE INDEX paper_checks_by_risk ON paper_checks (queue_key) WHERE queue_key IS NOT NULL;
CREATE INDEX paper_checks_by_session ON paper_checks (ingest_session, paper_seq) WHERE ingest_session IS NOT NULL;
-- The queue of one ingestion session.
CREATE INDEX paper_checks_by_session_risk ON paper_checks (ingest_session, queue_key)
WHERE ingest_session IS NOT NULL AND queue_key IS NOT NULL;

-- Who gave chapter, type and scores of a version. A version without a row is the first one, and they came with the paper; or
-- it was stored before this was recorded.
CREATE TABLE paper_provenance (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  -- By field: who gave it, what it was made from, and who confirmed it; JSON.
  provenance text NOT NULL,
  PRIMARY KEY (paper_seq, version)
);

-- The latest advice of a reviewer on a paper.
CREATE TABLE recommendations (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  actor text COLLATE "C" NOT NULL,
  event text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  version integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, actor)
);

-- How someone proposes to assess a paper in review: an agent, or an editor who took a decision back.
CREATE TABLE assessment_drafts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  author text NOT NULL,
  version integer NOT NULL,
  -- JSON.
  draft text NOT NULL,
  at text NOT NULL,
  PRIMARY KEY (paper_seq, author)
);

-- A decision that takes effect when it is due and can be undone until then. A paper has one at most: the first wins.
CREATE TABLE pending_decisions (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  event text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  -- The version that the editor saw.
  version integer,
  -- An assessment made along with accepting, as JSON; it becomes a version of the paper together with the decision.
  assessed text,
  -- Who gave the values with which it is accepted, as JSON; null if nobody looked at them one by one.
  provenance text,
  actor text COLLATE "C" NOT NULL,
  decided_at text COLLATE "C" NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  batch text COLLATE "C"
);
CREATE INDEX pending_decisions_due ON pending_decisions (due_at);
CREATE INDEX pending_decisions_by_actor ON pending_decisions (actor, decided_at);

-- A reply that editors can reuse. It replaces one that comes with the program (core/review/reply-template.ts), adds
-- one or, without a body, removes one.
CREATE TABLE reply_templates (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  event text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  body text COLLATE "C",
  updated_at text COLLATE "C" NOT NULL
);


-- ==== Where papers come from =======================================================================================

-- A record that a paper came from or was enriched by, exactly as it came.
CREATE TABLE source_records (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  format text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,
  position text COLLATE "C" NOT NULL,
  record_id text COLLATE "C",
  fetched_at text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  unmapped text COLLATE "C" NOT NULL,
  record bytea NOT NULL,
  -- The session that brought it, so that the session can be undone.
  ingest_session text COLLATE "C"
);
CREATE INDEX source_records_by_paper ON source_records (paper_seq, seq);
CREATE UNIQUE INDEX source_records_by_digest ON source_records (digest);
CREATE INDEX source_records_by_session ON source_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;
CREATE INDEX source_records_by_oai_id ON source_records (record_id) WHERE format = 'oai-pmh';

-- What a record says about a public paper and the paper does not; an editor accepts or rejects all of one
-- paper together, and apart from it what would retract the paper.
CREATE TABLE proposed_revisions (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  source_seq bigint NOT NULL REFERENCES source_records (seq),
  fields text COLLATE "C" NOT NULL,
  proposed_at text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  decided_by text COLLATE "C",
  decided_at text COLLATE "C",
  notice text COLLATE "C",
  retracts integer NOT NULL DEFAULT 0
);
CREATE INDEX proposed_revisions_by_state ON proposed_revisions (state, seq);
CREATE INDEX proposed_revisions_by_source ON proposed_revisions (source_seq);
CREATE INDEX proposed_revisions_by_paper ON proposed_revisions (paper_seq, seq);

-- When a public paper was last compared with its records elsewhere, and since which day its address leads nowhere.
CREATE TABLE upstream_checks (
  paper_seq bigint PRIMARY KEY REFERENCES papers (seq),
  checked_at text COLLATE "C" NOT NULL,
  failed_url text COLLATE "C",
  failed_since text COLLATE "C"
);

-- A record that was taken for a paper that was there before: what it said and filled, so that it can be separated again.
CREATE TABLE joins (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  source_seq bigint NOT NULL REFERENCES source_records (seq),
  match text COLLATE "C" NOT NULL,
  joined_at text COLLATE "C" NOT NULL,
  paper text COLLATE "C" NOT NULL,
  filled text COLLATE "C" NOT NULL,
  separate_seq bigint REFERENCES papers (seq),
  separated_by text COLLATE "C",
  separated_at text COLLATE "C"
);
CREATE INDEX joins_by_time ON joins (joined_at);
CREATE INDEX joins_by_paper ON joins (paper_seq);
CREATE INDEX joins_by_separate ON joins (separate_seq) WHERE separate_seq IS NOT NULL;
CREATE INDEX joins_by_source ON joins (source_seq);

-- Which columns fill the fields of tables with one header: somebody gave them, and tables with the same header are read so.
CREATE TABLE table_columns (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  names text COLLATE "C" NOT NULL,
  columns text COLLATE "C" NOT NULL,
  remembered_at text COLLATE "C" NOT NULL,
  remembered_by text COLLATE "C" NOT NULL
);

-- A bulk ingestion that an operator arranged, with the total of its chunks.
CREATE TABLE ingest_sessions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  label text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  max_records bigint NOT NULL,
  opened_at text COLLATE "C" NOT NULL,
  opened_by text COLLATE "C" NOT NULL,
  until text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C",
  ended_by text COLLATE "C",
  active_at text COLLATE "C",
  last_chunk bigint,
  records_read bigint NOT NULL,
  stored bigint NOT NULL,
  unchanged bigint NOT NULL,
  enriched bigint NOT NULL,
  proposed bigint NOT NULL,
  refused bigint NOT NULL,
  removed bigint NOT NULL,
  -- How far undoing the session has come: papers upwards, records downwards.
  undo_paper bigint NOT NULL DEFAULT 0,
  undo_record bigint
);

-- A chunk of a session. Its counts grow with each transaction; finished_at is set once all of it is stored.
CREATE TABLE ingest_chunks (
  session_id text COLLATE "C" NOT NULL REFERENCES ingest_sessions (id),
  chunk bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  begun_at text COLLATE "C" NOT NULL,
  finished_at text COLLATE "C",
  records_read bigint NOT NULL,
  stored bigint NOT NULL,
  unchanged bigint NOT NULL,
  enriched bigint NOT NULL,
  proposed bigint NOT NULL,
  refused bigint NOT NULL,
  -- The last chunk of the session, as the response said.
  last_chunk bigint,
  PRIMARY KEY (session_id, chunk)
);

-- A refused record, by its number in the chunk.
CREATE TABLE ingest_refusals (
  session_id text COLLATE "C" NOT NULL REFERENCES ingest_sessions (id),
  chunk bigint NOT NULL,
  number bigint NOT NULL,
  position text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, chunk, number)
);

-- A source that is watched for new papers. The process that reads it holds a lease.
CREATE TABLE watched_sources (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  query text COLLATE "C" NOT NULL,
  metadata_prefix text COLLATE "C" NOT NULL,
  every_minutes integer NOT NULL,
  daily_cap integer NOT NULL,
  state text COLLATE "C" NOT NULL,
  added_by text COLLATE "C" NOT NULL,
  added_at text COLLATE "C" NOT NULL,
  next_run_at text COLLATE "C" NOT NULL,
  failures integer NOT NULL,
  last_error text COLLATE "C",
  last_run_at text COLLATE "C",
  last_success_at text COLLATE "C",
  taken_on text COLLATE "C",
  taken_count integer NOT NULL,
  -- How far it has been read.
  position text COLLATE "C" NOT NULL,
  reader text COLLATE "C",
  lease_until text COLLATE "C"
);

-- One reading of a source.
CREATE TABLE source_runs (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source_seq bigint NOT NULL REFERENCES watched_sources (seq),
  started_at text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C",
  requests integer NOT NULL,
  read integer NOT NULL,
  added integer NOT NULL,
  known integer NOT NULL,
  refused integer NOT NULL,
  -- Some of the refused records with the reason, as JSON.
  refusals text COLLATE "C" NOT NULL,
  error text COLLATE "C"
);
CREATE INDEX source_runs_by_source ON source_runs (source_seq, seq);

-- A server that requests are sent to: one request at a time from all processes, and none before the time it asked
-- for.
CREATE TABLE outbound_hosts (
  host text COLLATE "C" NOT NULL PRIMARY KEY,
  reader text COLLATE "C",
  lease_until text COLLATE "C",
  not_before text COLLATE "C" NOT NULL
);

-- What sources or lists brought and may become a paper.
CREATE TABLE paper_candidates (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  state text COLLATE "C" NOT NULL,
  -- JSON; null for an identifier whose record was not fetched.
  paper text COLLATE "C",
  doi text COLLATE "C",
  arxiv_id text COLLATE "C",
  work_key text COLLATE "C",
  subtitle_key text COLLATE "C",
  -- How much it resembles accepted papers rather than rejected ones, in millionths; -1 until it is ranked. The
  -- reasons are JSON.
  score integer NOT NULL DEFAULT -1,
  reasons text COLLATE "C",
  found_at text COLLATE "C" NOT NULL,
  paper_id text COLLATE "C",
  decided_by text COLLATE "C",
  decided_at text COLLATE "C",
  -- JSON: title, address and topics that a list of links says, for a work whose record was not fetched.
  listed text COLLATE "C"
);
CREATE INDEX paper_candidates_by_state ON paper_candidates (state, seq);
CREATE INDEX paper_candidates_by_doi ON paper_candidates (doi) WHERE doi IS NOT NULL;
CREATE INDEX paper_candidates_by_arxiv ON paper_candidates (arxiv_id) WHERE arxiv_id IS NOT NULL;
CREATE INDEX paper_candidates_by_work ON paper_candidates (work_key) WHERE work_key IS NOT NULL;
CREATE INDEX paper_candidates_by_subtitle ON paper_candidates (subtitle_key) WHERE subtitle_key IS NOT NULL;
CREATE INDEX paper_candidates_by_score ON paper_candidates (state, score, seq);
-- Lists of identifiers bring many candidates without a title; these two indexes skip them.
CREATE INDEX paper_candidates_to_rank ON paper_candidates (state, score, seq) WHERE paper IS NOT NULL;
CREATE INDEX paper_candidates_with_title ON paper_candidates (state, seq) WHERE paper IS NOT NULL;

-- A record of a candidate, exactly as it came.
CREATE TABLE candidate_records (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  candidate_seq bigint NOT NULL REFERENCES paper_candidates (seq),
  -- 0 for a list that someone gave.
  source_seq bigint NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,
  position text COLLATE "C" NOT NULL,
  fetched_at text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  unmapped text COLLATE "C" NOT NULL,
  record bytea NOT NULL,
  -- The session that brought it, if nothing else has since.
  ingest_session text COLLATE "C"
);
CREATE INDEX candidate_records_by_candidate ON candidate_records (candidate_seq, seq);
CREATE UNIQUE INDEX candidate_records_by_id ON candidate_records (source_seq, record_id);
CREATE INDEX candidate_records_by_session ON candidate_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;


-- ==== Search =======================================================================================================

-- The words of an accepted paper, as tokens of core/search/indexed-fields.ts with positions; weights A to D are
-- title, authors, abstract, topics.
-- Each word is there once more under the letter of each field that has it, and every two consecutive words as a short
-- digest (search.ts): the index alone finds words in a field, and few papers must be read for a phrase.
-- The ballast, blanks that compress to nothing, makes rows long enough for their words to be stored out of line
-- (TOAST): the table stays small, and counting a frequent word reads 90 bytes a paper instead of 2,000.
CREATE TABLE paper_search (
  rank_key bigint PRIMARY KEY,
  words tsvector NOT NULL,
  ballast text NOT NULL DEFAULT repeat(' ', 2040)
) WITH (toast_tuple_target = 128);
ALTER TABLE paper_search ALTER COLUMN words SET STORAGE EXTERNAL;
ALTER TABLE paper_search ALTER COLUMN ballast SET STORAGE MAIN;
-- New papers wait in a list until the end of their transaction, at most, and then enter the index together (search.ts).
CREATE INDEX paper_search_words ON paper_search USING gin (words) WITH (gin_pending_list_limit = 4096);

-- What the library filters, counts and sorts an accepted paper by: core/search/facet-token.ts.
CREATE TABLE facet_tokens (
  rank_key bigint PRIMARY KEY,
  tokens text COLLATE "C" NOT NULL
);

-- A word of titles, names and topics as it is written, by first letter and length, for "did you mean".
CREATE TABLE spellings (
  initial text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  word text COLLATE "C" NOT NULL,
  papers integer NOT NULL,
  PRIMARY KEY (initial, size, word)
);

-- A segment of the ranked search. It is written once and later merged into larger ones; what it takes back has
-- negative levels, so nothing is changed in place.
CREATE TABLE ranked_segments (
  segment bigint NOT NULL PRIMARY KEY,
  papers integer NOT NULL,
  size integer NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('live', 'building', 'dead')),
  merged_into bigint,
  done_to text COLLATE "C"
);

-- Many consecutive words of a segment, each with the first block of its postings.
CREATE TABLE ranked_pages (
  segment bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  entries bytea NOT NULL,
  PRIMARY KEY (segment, term)
);

-- A further block of postings of a frequent word.
CREATE TABLE ranked_blocks (
  segment bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  postings bytea NOT NULL,
  PRIMARY KEY (segment, term, block)
);

-- The words of a paper in their order, as numbers: the best candidates are scored by them.
CREATE TABLE ranked_papers (
  seq bigint NOT NULL PRIMARY KEY,
  words bytea NOT NULL
);

-- A passage of a public full text, as the ranked search finds it.
CREATE TABLE passages (
  seq bigint NOT NULL PRIMARY KEY,
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  section integer NOT NULL,
  number integer NOT NULL,
  -- The part of the text where readers see it; 0 is the page of the paper.
  part integer NOT NULL,
  text text NOT NULL
);
CREATE INDEX passages_by_paper ON passages (paper_seq, seq);

-- The vectors that a model made of public texts, for searches by meaning.
CREATE TABLE vector_sets (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  model text COLLATE "C" NOT NULL,
  dimension integer NOT NULL,
  state text COLLATE "C" NOT NULL,
  -- The process that fills it.
  builder text COLLATE "C",
  lease_until text COLLATE "C"
);

-- The vector of a public text, in whole numbers of 8 bits.
CREATE TABLE text_vectors (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  set_seq bigint NOT NULL REFERENCES vector_sets (seq),
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  -- Null once the text has changed: then it is only kept in case the same text returns with the next version.
  place text COLLATE "C",
  digest bytea NOT NULL,
  vector bytea NOT NULL
);
CREATE UNIQUE INDEX text_vectors_by_place ON text_vectors (paper_seq, set_seq, place);
CREATE INDEX text_vectors_by_set ON text_vectors (set_seq, seq);


-- ==== Counts and rendered texts ====================================================================================

-- How many accepted papers have a value of a facet: year, source, framework, a cell of the map and so on.
CREATE TABLE counters (
  facet text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  papers integer NOT NULL,
  PRIMARY KEY (facet, value)
);
-- The most frequent values of a facet.
CREATE INDEX counters_by_papers ON counters (facet, papers DESC, value);

-- How many accepted papers of a year name a concept: trends cost the same at any size.
CREATE TABLE concept_years (
  concept_seq bigint NOT NULL REFERENCES concepts (seq),
  year integer NOT NULL,
  papers integer NOT NULL,
  PRIMARY KEY (concept_seq, year)
);

-- The number of an institution in facet tokens.
CREATE TABLE institutions (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL UNIQUE
);

-- The number of a journal, of proceedings or of a book in facet tokens.
CREATE TABLE venues (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL UNIQUE
);

-- The markup of a Markdown text that the public sees. A change of the text sets renderer to 0 and markup to null; a
-- job renders it again.
CREATE TABLE renderings (
  subject text COLLATE "C" NOT NULL PRIMARY KEY,
  -- The version of the renderer that made the markup.
  renderer integer NOT NULL,
  markup text COLLATE "C"
);
CREATE INDEX renderings_by_renderer ON renderings (renderer);

-- A full text that the public sees, named by the version of its paper that brought it.
CREATE TABLE rendered_texts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  -- The version of the renderer that made its parts; 0 until a job has.
  renderer integer NOT NULL,
  PRIMARY KEY (paper_seq, version)
);
CREATE INDEX rendered_texts_by_renderer ON rendered_texts (renderer);

-- The markup of the sections on one page of such a text, as JSON. Plain text has none.
CREATE TABLE rendered_parts (
  paper_seq bigint NOT NULL REFERENCES papers (seq),
  version integer NOT NULL,
  part integer NOT NULL,
  renderer integer NOT NULL,
  markups text COLLATE "C" NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
);

-- A change that the public can see, by a number that only rises. What was retracted or merged away stays listed as
-- such.
CREATE TABLE public_changes (
  seq bigint PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  -- 1 for the last change of a thing.
  latest smallint NOT NULL
);
CREATE UNIQUE INDEX public_changes_latest ON public_changes (kind, id) WHERE latest = 1;
CREATE INDEX public_changes_by_time ON public_changes (at, seq);
-- Feeds read what changed last.
CREATE INDEX public_changes_latest_by_number ON public_changes (kind, seq) WHERE latest = 1;
-- When a thing became public.
CREATE INDEX public_changes_added ON public_changes (kind, id, seq) WHERE event = 'added';


-- ==== Keys, editors and sessions ===================================================================================

-- An API key.
CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  label text COLLATE "C" NOT NULL,
  -- Only hashes are kept. After a rotation the previous key works until previous_until.
  hash text COLLATE "C" NOT NULL UNIQUE,
  previous_hash text COLLATE "C",
  previous_until text COLLATE "C",
  scopes text COLLATE "C" NOT NULL,
  -- Where decisions on what the key submits are mailed to.
  email text COLLATE "C",
  -- A key of a session works for that session only.
  ingest_session text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C",
  revoked_at text COLLATE "C",
  last_used_at text COLLATE "C"
);
CREATE INDEX api_keys_by_previous ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL;

-- A request that counts towards a limit: the sliding window is exact across processes and restarts.
CREATE TABLE quota_hits (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  bucket text COLLATE "C" NOT NULL,
  -- Milliseconds since 1970.
  at bigint NOT NULL
);
CREATE INDEX quota_hits_by_bucket ON quota_hits (bucket, at);

-- The first response to a request with an Idempotency-Key, to be given again to a repetition.
CREATE TABLE idempotency_keys (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  status integer NOT NULL,
  headers text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- A person with access to the console.
CREATE TABLE editors (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  email_key text COLLATE "C",
  role text COLLATE "C" NOT NULL,
  passphrase text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  removed_at text COLLATE "C"
);
CREATE UNIQUE INDEX editors_by_email ON editors (email_key) WHERE removed_at IS NULL;

-- What a person saved of a list of the console: the search of its address.
CREATE TABLE saved_views (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  list text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  search text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL
);
CREATE INDEX saved_views_by_editor ON saved_views (editor_id, list, name);

-- A link by which an editor signs in once. Only its hash is kept.
CREATE TABLE sign_in_links (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);

-- A signed-in browser. Only the hash of its secret is kept.
CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  hash text COLLATE "C" NOT NULL UNIQUE,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  method text COLLATE "C" NOT NULL,
  -- How the editor proved their identity apart from the passphrase.
  second_factor text COLLATE "C",
  client text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  -- When the editor last proved their identity.
  confirmed_at text COLLATE "C" NOT NULL DEFAULT '',
  seen_at text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_editor ON sessions (editor_id, created_at);

-- Someone who gave the right passphrase and still has to give a code.
CREATE TABLE pending_sign_ins (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  method text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);

-- A passkey of an editor.
CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id),
  label text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  transports text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  used_at text COLLATE "C"
);
CREATE INDEX passkeys_by_editor ON passkeys (editor_id, created_at);

-- A challenge for a passkey, used once.
CREATE TABLE passkey_challenges (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" REFERENCES editors (id),
  expires_at text COLLATE "C" NOT NULL
);

-- An editor's authenticator app.
CREATE TABLE one_time_codes (
  editor_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES editors (id),
  -- Sealed with a key that is not in the database.
  sealed_secret text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  confirmed_at text COLLATE "C",
  -- The time step of the last code that was accepted: no code works twice.
  last_step bigint
);

-- A recovery code that has not been used.
CREATE TABLE recovery_codes (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  editor_id text COLLATE "C" NOT NULL REFERENCES editors (id)
);
CREATE INDEX recovery_codes_by_editor ON recovery_codes (editor_id);

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

-- An editorial act, chained to the one before it by hash. Rows are never changed or removed.
CREATE TABLE audit_log (
  seq bigint PRIMARY KEY,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  act text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  before_json text COLLATE "C",
  after_json text COLLATE "C",
  previous text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL
);
CREATE INDEX audit_log_by_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_by_act ON audit_log (act, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows';
END
$$;
CREATE TRIGGER audit_log_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();


-- ==== Mail =========================================================================================================

-- A message from the contact form.
CREATE TABLE messages (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  organisation text COLLATE "C",
  subject text COLLATE "C",
  message text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'new',
  received_at text COLLATE "C" NOT NULL
);
CREATE INDEX messages_by_state ON messages (state, received_at, id);

-- A person who gave an address for the weekly brief or to follow searches.
CREATE TABLE subscribers (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  email text COLLATE "C" NOT NULL,
  email_key text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  -- 0 for someone who only follows searches.
  wants_brief smallint NOT NULL DEFAULT 1,
  confirm_hash text COLLATE "C" UNIQUE,
  confirm_expires_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);
CREATE INDEX subscribers_by_state ON subscribers (state, email_key);

-- Something requested for an address that happens only when the link mailed to it is opened.
CREATE TABLE subscriber_requests (
  message_id text COLLATE "C" NOT NULL PRIMARY KEY,
  purpose text COLLATE "C" NOT NULL,
  subscriber_id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  address text COLLATE "C",
  frequency text COLLATE "C",
  -- Null until the email leaves, when the link is made; expires_at is null until then, too.
  hash text COLLATE "C" UNIQUE,
  expires_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL
);
CREATE INDEX subscriber_requests_by_email ON subscriber_requests (email_key);
CREATE INDEX subscriber_requests_by_subscriber ON subscriber_requests (subscriber_id);

-- An email about an event, waiting or sent.
CREATE TABLE outbox (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  message_id text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL,
  recipient text COLLATE "C",
  reply_to text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  html text,
  headers text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  due_at text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C",
  last_error text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  sent_at text COLLATE "C"
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_state ON outbox (state, seq);

-- A brief on its way to the subscribers who were confirmed at started_at.
CREATE TABLE mailings (
  brief_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES briefs (id),
  state text COLLATE "C" NOT NULL,
  start_at text COLLATE "C" NOT NULL,
  started_at text COLLATE "C",
  -- Subscribers up to this one have their delivery; null once all have.
  recipients_after text COLLATE "C",
  finished_at text COLLATE "C",
  -- How many deliveries ended in which state, as JSON, kept after the deliveries are deleted.
  counts text COLLATE "C"
);

-- The email of a mailing to one subscriber. The address is in subscribers only.
CREATE TABLE mailing_deliveries (
  brief_id text COLLATE "C" NOT NULL REFERENCES mailings (brief_id),
  subscriber_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL UNIQUE,
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C",
  last_error text COLLATE "C",
  sent_at text COLLATE "C",
  PRIMARY KEY (brief_id, subscriber_id)
);
CREATE INDEX mailing_deliveries_due ON mailing_deliveries (brief_id, due_at, subscriber_id, domain)
WHERE state = 'waiting';
CREATE INDEX mailing_deliveries_by_subscriber ON mailing_deliveries (subscriber_id);

-- How far the allowed rate of emails is used up, in all or to one domain.
CREATE TABLE mail_rates (
  bucket text COLLATE "C" NOT NULL PRIMARY KEY,
  -- Milliseconds since 1970.
  used_until bigint NOT NULL
);

-- An address that gets no mailing because of a bounce or a complaint, as a keyed hash that outlives the address.
CREATE TABLE suppressions (
  address_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  reason text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  -- When the address was last asked to confirm again.
  confirmation_at text COLLATE "C"
);

-- A report on an email to an address: hard, soft or a complaint. A second report of the same kind is ignored.
CREATE TABLE bounces (
  address_hash text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  received_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (address_hash, delivery, kind)
);
CREATE INDEX bounces_by_time ON bounces (received_at);


-- ==== Following ====================================================================================================

-- A search that someone follows, by the address of its page.
CREATE TABLE followed_searches (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- A hash of the address.
  key text COLLATE "C" NOT NULL UNIQUE,
  address text COLLATE "C" NOT NULL,
  -- What became public before this change is not new to any follower.
  began_after bigint NOT NULL
);

-- A subscriber who follows a search.
CREATE TABLE follows (
  subscriber_id text COLLATE "C" NOT NULL,
  search_seq bigint NOT NULL REFERENCES followed_searches (seq),
  frequency text COLLATE "C" NOT NULL,
  -- What became public before this change is not new to this follower.
  began_after bigint NOT NULL,
  -- Matches up to this one were in a digest, or skipped because they were no longer public.
  sent_until bigint NOT NULL,
  since text COLLATE "C" NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq)
);
CREATE INDEX follows_by_search ON follows (search_seq);

-- A paper or other thing that a followed search finds, once each. Numbers are never reused.
CREATE TABLE follow_matches (
  seq bigint PRIMARY KEY,
  search_seq bigint NOT NULL REFERENCES followed_searches (seq),
  kind text COLLATE "C" NOT NULL,
  thing_id text COLLATE "C" NOT NULL,
  -- The change by which it became public.
  added bigint NOT NULL,
  -- When it began to match.
  at text COLLATE "C" NOT NULL,
  UNIQUE (search_seq, kind, thing_id)
);
CREATE INDEX follow_matches_of_search ON follow_matches (search_seq, seq);
CREATE INDEX follow_matches_of_thing ON follow_matches (kind, thing_id);

-- A thing that stopped matching after a follower got it in a digest: if it matches again, it is not sent again.
CREATE TABLE sent_matches (
  subscriber_id text COLLATE "C" NOT NULL,
  search_seq bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  thing_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq, kind, thing_id)
);

-- How far changes have been matched with followed searches: one row, once something is followed.
CREATE TABLE following_state (
  id smallint PRIMARY KEY CHECK (id = 1),
  matched_until bigint NOT NULL,
  last_match bigint NOT NULL,
  -- Rises with each change of what is followed.
  version bigint NOT NULL,
  paused integer NOT NULL
);

-- An email to a subscriber about what is new in the searches they follow. The address is in subscribers only.
CREATE TABLE digests (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  subscriber_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL UNIQUE,
  -- JSON.
  sections text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C",
  last_error text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  sent_at text COLLATE "C"
);
CREATE INDEX digests_due ON digests (due_at, id, domain) WHERE state = 'waiting';
CREATE INDEX digests_by_subscriber ON digests (subscriber_id);


-- ==== Webhooks =====================================================================================================

-- A server that receives events. The process that sends to it holds a lease.
CREATE TABLE webhook_endpoints (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  events text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  paused_because text COLLATE "C",
  -- Secrets are sealed with a key that is not in the database.
  secret text COLLATE "C",
  old_secret text COLLATE "C",
  old_secret_until text COLLATE "C",
  added_by text COLLATE "C" NOT NULL,
  added_at text COLLATE "C" NOT NULL,
  -- It has its deliveries up to this row of public_changes, and up to after_step of review_steps.
  after_change bigint NOT NULL,
  after_step bigint NOT NULL,
  failures integer NOT NULL,
  failing_since text COLLATE "C",
  rest_until text COLLATE "C",
  last_success_at text COLLATE "C",
  last_failure_at text COLLATE "C",
  last_error text COLLATE "C",
  sender text COLLATE "C",
  lease_until text COLLATE "C"
);

-- An event for an endpoint. Its content is made when it is sent, from what the public sees then.
CREATE TABLE webhook_deliveries (
  seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  endpoint_seq bigint NOT NULL REFERENCES webhook_endpoints (seq),
  message_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  change_seq bigint,
  step_seq bigint,
  outcome text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  attempts integer NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  first_attempt_at text COLLATE "C",
  attempted_at text COLLATE "C",
  request text COLLATE "C",
  status integer,
  response text COLLATE "C",
  error text COLLATE "C"
);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_seq, seq);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_seq, subject, seq) WHERE state = 'waiting';
