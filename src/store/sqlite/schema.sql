-- A new database. An existing one is brought to the same form by migrations/; a test compares the two. Instants are
-- ISO 8601 texts.


-- ==== The corpus ===================================================================================================

-- The one row of the corpus itself.
CREATE TABLE corpus (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Signs links and cursors and hashes addresses; made with the database.
  secret BLOB NOT NULL,
  -- Rises with every change that the public can see.
  revision INTEGER NOT NULL,
  -- The number of the next paper that comes without an id.
  next_paper_number INTEGER NOT NULL DEFAULT 1,
  -- The version of the text analysis behind the stored keys and the search index; another one rebuilds both.
  analyzer_version INTEGER NOT NULL DEFAULT 0,
  -- The end of the audit log, kept apart from its rows so that a missing last row is noticed.
  audit_count INTEGER NOT NULL DEFAULT 0,
  audit_hash TEXT NOT NULL DEFAULT '0000000000000000000000000000000000000000000000000000000000000000',
  -- The PUBLIC_URL of the last server that had one, for links in emails of commands.
  public_url TEXT
) STRICT;
INSERT INTO corpus (id, secret, revision) VALUES (1, randomblob(32), 1);

-- A migration that this database has; a new database has them all from the start.
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  -- The oldest version that can go on with this database, named by its own newest migration; NULL: none older than this one.
  oldest_reader INTEGER
) STRICT;

-- Who makes a backup now, and how the last backup and the last drill ended; of this database only, so that no copy has it.
CREATE TABLE backup_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The process that makes a backup or a drill, until when unless it says so again.
  owner TEXT,
  lease_until TEXT,
  good_at TEXT,
  good_id TEXT,
  good_bytes INTEGER,
  good_seconds INTEGER,
  failed_at TEXT,
  failure TEXT,
  drilled_at TEXT,
  drilled_id TEXT,
  drill_fault TEXT,
  drill_good_at TEXT
) STRICT;



-- ==== Papers =======================================================================================================

-- A paper in any state: pending, accepted, rejected, retracted, merged and so on. Only accepted ones are public.
CREATE TABLE papers (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  -- The place in the public order.
  rank_key INTEGER NOT NULL,
  title TEXT NOT NULL,
  -- Three keys to find another description of the same work; the last two are null until they are made.
  title_key TEXT NOT NULL,
  work_key TEXT,
  subtitle_key TEXT,
  -- Lists are JSON.
  authors TEXT NOT NULL,
  year INTEGER NOT NULL,
  institution TEXT,
  url TEXT,
  doi TEXT,
  arxiv_id TEXT,
  abstract TEXT,
  chapter INTEGER,
  type TEXT,
  -- Scores in millionths.
  long_horizon INTEGER,
  enterprise INTEGER,
  topics TEXT NOT NULL,
  concepts TEXT NOT NULL,
  frameworks TEXT NOT NULL,
  commentary TEXT,
  storage_url TEXT,
  -- What citations need apart from title, authors and year: JSON of the fields with a value, or null.
  bibliography TEXT,
  -- The newest file, and whether an editor allows passing files on; if null, the licence decides.
  file_sha256 TEXT,
  file_permission TEXT,
  submitted_by TEXT,
  -- The size of a submission that waits for a decision, which counts against its key; null for all other papers.
  waiting_bytes INTEGER,
  submitted_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX papers_in_public_order ON papers (rank_key) WHERE state = 'accepted';
-- Also finds a title by how it begins, in order to match one that lacks its subtitle.
CREATE INDEX papers_by_title ON papers (title_key, year);
CREATE INDEX papers_by_doi ON papers (doi) WHERE doi IS NOT NULL;
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
CREATE INDEX papers_in_sitemap ON papers (seq / 10000, updated_at, id) WHERE state = 'accepted';
CREATE INDEX papers_by_url ON papers (url) WHERE url IS NOT NULL;
-- The public papers that are not yet assessed; its columns let them be counted without reading the papers.
CREATE INDEX papers_unassessed ON papers (rank_key, chapter, type, long_horizon)
WHERE state = 'accepted' AND (chapter IS NULL OR type IS NULL OR long_horizon IS NULL);
-- The public papers by title and by their latest change, for lists of editors. The beginning of a title is enough to order by.
CREATE INDEX papers_in_title_order ON papers (substr(title_key, 1, 60), seq) WHERE state = 'accepted';
CREATE INDEX papers_by_change ON papers (updated_at, seq) WHERE state = 'accepted';

-- The full text of a paper, or the first part of a long one.
CREATE TABLE paper_texts (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  body TEXT NOT NULL,
  -- The version whose text_parts continue this text; null if the body is all of it.
  parts_version INTEGER
) STRICT;

-- A further part of a long full text: a statement that reads or stores megabytes would make everyone else wait. A
-- text never changes: another text has another version.
CREATE TABLE text_parts (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  part INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
) STRICT;

-- What a paper said in one version. A paper that never changed has no rows here.
CREATE TABLE paper_versions (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  -- The fields, as JSON.
  form TEXT NOT NULL,
  -- Versions with the same full text store it once: this is the one that holds it.
  text_version INTEGER NOT NULL,
  full_text TEXT,
  PRIMARY KEY (paper_seq, version)
) STRICT;

-- A duplicate and the paper it was merged into, which is never a duplicate itself.
CREATE TABLE paper_redirects (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  into_seq INTEGER NOT NULL REFERENCES papers (seq)
) STRICT;
CREATE INDEX paper_redirects_by_target ON paper_redirects (into_seq);

-- A work that papers cite, as the references to it describe it together.
CREATE TABLE cited_works (
  seq INTEGER PRIMARY KEY,
  doi TEXT,
  arxiv_id TEXT,
  openalex_id TEXT,
  title TEXT,
  year INTEGER,
  authors TEXT NOT NULL,
  -- The reference as printed, where its parts were not marked.
  printed TEXT,
  -- The paper of the library that it is.
  paper_seq INTEGER REFERENCES papers (seq) ON DELETE SET NULL,
  -- How many public papers cite it.
  citations INTEGER NOT NULL DEFAULT 0,
  -- The candidate that it became, if papers cite it often and the library lacks it.
  candidate_seq INTEGER
) STRICT;
CREATE INDEX cited_works_by_paper ON cited_works (paper_seq) WHERE paper_seq IS NOT NULL;
CREATE INDEX cited_works_missing ON cited_works (citations, seq) WHERE paper_seq IS NULL AND citations > 1;
CREATE INDEX cited_works_by_candidate ON cited_works (candidate_seq) WHERE candidate_seq IS NOT NULL;
CREATE INDEX cited_works_arrived ON cited_works (seq) WHERE candidate_seq IS NOT NULL AND paper_seq IS NOT NULL;

-- What a cited work is found by: its identifiers, its title, its first author with the first word of the title.
CREATE TABLE cited_work_keys (
  key TEXT NOT NULL,
  work_seq INTEGER NOT NULL REFERENCES cited_works (seq),
  PRIMARY KEY (key, work_seq)
) STRICT, WITHOUT ROWID;

-- A paper cites a work. In its list of references the work has a position.
CREATE TABLE paper_references (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq) ON DELETE CASCADE,
  work_seq INTEGER NOT NULL REFERENCES cited_works (seq),
  position INTEGER NOT NULL,
  -- The formats whose records say so, separated by spaces.
  sources TEXT NOT NULL,
  PRIMARY KEY (paper_seq, work_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX paper_references_by_position ON paper_references (paper_seq, position);
CREATE INDEX paper_references_by_work ON paper_references (work_seq, paper_seq);

-- How many public papers cite a paper, by whichever of the works that it is.
CREATE TABLE cited_papers (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq) ON DELETE CASCADE,
  citations INTEGER NOT NULL
) STRICT;
CREATE INDEX cited_papers_in_order ON cited_papers (citations, paper_seq) WHERE citations > 0;

-- How far the records have been read for references that were stored before references were kept; no row where there were none.
CREATE TABLE reference_reading (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- All records up to this one have been read.
  read_until INTEGER NOT NULL,
  -- The last record to be read: those after it brought their references.
  last_record INTEGER NOT NULL
) STRICT;

-- A file that the library holds, by the SHA-256 of its content; its bytes are in the file store.
CREATE TABLE files (
  sha256 TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  -- Since when nothing refers to it.
  unused_since TEXT,
  -- held, or removing: then nothing may refer to it any more.
  state TEXT NOT NULL
) STRICT;
CREATE INDEX files_by_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

-- A file that belongs to a paper.
CREATE TABLE paper_files (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  sha256 TEXT NOT NULL REFERENCES files (sha256),
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL,
  PRIMARY KEY (paper_seq, sha256)
) STRICT;
CREATE INDEX paper_files_by_file ON paper_files (sha256);


-- ==== Chapters, concepts, gaps and briefs ==========================================================================

-- The name, looks and words of the library: one row, with those that were set as JSON. None until something is set.
CREATE TABLE settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  stored TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- A chapter of the library, which has none to seven of them, shown by place and then by number. Its version is 0 until an editor changes
-- its words. A new library has seven without a subject.
CREATE TABLE chapters (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  introduction TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  place INTEGER NOT NULL DEFAULT 0
) STRICT;
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
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  definition TEXT,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX concepts_defined ON concepts (id) WHERE definition IS NOT NULL;

-- A former name of a concept that was renamed or took in another, whose id then leads here as well.
CREATE TABLE concept_aliases (
  name_key TEXT NOT NULL PRIMARY KEY,
  id TEXT UNIQUE,
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX concept_aliases_by_concept ON concept_aliases (concept_seq);

-- A concept of an accepted paper.
CREATE TABLE paper_concepts (
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (concept_seq, paper_seq)
) STRICT, WITHOUT ROWID;

-- A gap in research that editors described.
CREATE TABLE gaps (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  severity TEXT NOT NULL,
  explanation TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open'
) STRICT;

-- A paper that a gap refers to.
CREATE TABLE gap_papers (
  gap_id TEXT NOT NULL REFERENCES gaps (id),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, paper_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX gap_papers_by_paper ON gap_papers (paper_seq);

-- What happened in the life of a gap, in order: it was opened, narrowed, closed or reopened. The last entry makes its state.
CREATE TABLE gap_history (
  gap_id TEXT NOT NULL REFERENCES gaps (id),
  number INTEGER NOT NULL,
  entry TEXT NOT NULL,
  at TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (gap_id, number)
) STRICT, WITHOUT ROWID;

-- A paper that an entry names.
CREATE TABLE gap_history_papers (
  gap_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  PRIMARY KEY (gap_id, number, paper_seq),
  FOREIGN KEY (gap_id, number) REFERENCES gap_history (gap_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX gap_history_papers_by_paper ON gap_history_papers (paper_seq);

-- A published weekly brief.
CREATE TABLE briefs (
  id TEXT NOT NULL PRIMARY KEY,
  iso_year INTEGER NOT NULL,
  iso_week INTEGER NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  take TEXT NOT NULL,
  featured TEXT NOT NULL,
  published_at TEXT NOT NULL,
  UNIQUE (iso_year, iso_week)
) STRICT;

-- A correction under a published brief, in order. Neither changes.
CREATE TABLE brief_corrections (
  brief_id TEXT NOT NULL REFERENCES briefs (id),
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (brief_id, number)
) STRICT, WITHOUT ROWID;

-- A sentence of the editors to look at again, because what it rests on has changed.
CREATE TABLE alerts (
  seq INTEGER PRIMARY KEY,
  -- The text, the sentence and its mark as they are in the table evidence.
  subject TEXT NOT NULL,
  mark TEXT NOT NULL,
  sentence TEXT NOT NULL,
  cause TEXT NOT NULL,
  -- The paper that did it.
  paper_id TEXT,
  was TEXT,
  now TEXT,
  opened_at TEXT NOT NULL,
  -- How it ended; null while it is open.
  settled_as TEXT,
  settled_by TEXT,
  settled_at TEXT,
  settled_in INTEGER
) STRICT;
CREATE UNIQUE INDEX alerts_open ON alerts (subject, sentence) WHERE settled_as IS NULL;

-- A search in a text that raises no alerts.
CREATE TABLE muted_searches (
  subject TEXT NOT NULL,
  mark TEXT NOT NULL,
  muted_by TEXT NOT NULL,
  muted_at TEXT NOT NULL,
  PRIMARY KEY (subject, mark)
) STRICT, WITHOUT ROWID;

-- The numbers behind the trend of a concept, in the weeks in which they changed.
CREATE TABLE trend_weeks (
  concept_id TEXT NOT NULL,
  -- Such as 2026-w47.
  week TEXT NOT NULL,
  trend TEXT NOT NULL,
  newest_year INTEGER NOT NULL,
  recent INTEGER NOT NULL,
  before_recent INTEGER NOT NULL,
  corpus_recent INTEGER NOT NULL,
  corpus_before INTEGER NOT NULL,
  PRIMARY KEY (concept_id, week)
) STRICT, WITHOUT ROWID;

-- A brief that is being written.
CREATE TABLE brief_drafts (
  id TEXT NOT NULL PRIMARY KEY,
  iso_year INTEGER NOT NULL,
  iso_week INTEGER NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  take TEXT NOT NULL,
  featured TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- What a sentence of the editors rests on: a mark in the commentary of a paper, the explanation of a gap or a text of a brief, and
-- what was found when it was looked up last.
CREATE TABLE evidence (
  -- Such as paper:p12 or brief:2026-w47:take.
  subject TEXT NOT NULL,
  -- The place of the mark among those of its text, from 1.
  number INTEGER NOT NULL,
  mark TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The id of the paper that the mark names, which need not exist.
  cited TEXT,
  sentence TEXT NOT NULL,
  -- The public paper that it means, also after a merge.
  paper_id TEXT,
  version INTEGER,
  state TEXT,
  anchor TEXT,
  match TEXT,
  -- 1: the quotation is of a full text that may not be shown whole.
  is_limited INTEGER NOT NULL DEFAULT 0,
  found TEXT,
  papers_found INTEGER,
  -- JSON: the first papers that a search finds.
  hits TEXT,
  fault TEXT,
  checked_at TEXT,
  -- 1: to be looked up, because it is new or what it rests on has changed.
  is_due INTEGER NOT NULL,
  -- Whether the quotation bears the sentence, who said so and when.
  support TEXT,
  support_by TEXT,
  support_at TEXT,
  PRIMARY KEY (subject, number)
) STRICT;
CREATE INDEX evidence_by_cited ON evidence (cited);
CREATE INDEX evidence_by_paper ON evidence (paper_id);
CREATE INDEX evidence_due ON evidence (subject, number) WHERE is_due = 1;
CREATE INDEX evidence_of_searches ON evidence (subject, number) WHERE kind = 'search';

-- A change of many papers at once and what became of each, kept for a while so that it can be undone.
CREATE TABLE bulk_changes (
  id TEXT NOT NULL PRIMARY KEY,
  actor TEXT NOT NULL,
  -- JSON: the change, and the papers that changed, were left, undone or kept.
  change TEXT NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undone_by TEXT,
  undone_at TEXT
) STRICT;
CREATE INDEX bulk_changes_by_time ON bulk_changes (at);


-- ==== Review =======================================================================================================

-- A change of a paper's state, with who made it and their note.
CREATE TABLE review_steps (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  state TEXT NOT NULL,
  note TEXT,
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX review_steps_by_paper ON review_steps (paper_seq, seq);
CREATE INDEX review_steps_by_time ON review_steps (at) WHERE state = 'accepted';

-- What the checks found when a paper came in; findings are null for one from before there were checks.
CREATE TABLE paper_checks (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  risk INTEGER NOT NULL,
  findings TEXT,
  -- While the paper is pending, (100 - risk) * 2^32 + paper_seq: ascending, the riskiest come first, then the oldest.
  queue_key INTEGER,
  ingest_session TEXT
) STRICT;
CREATE UNIQUE INDEX paper_checks_by_risk ON paper_checks (queue_key) WHERE queue_key IS NOT NULL;
CREATE INDEX paper_checks_by_session ON paper_checks (ingest_session, paper_seq) WHERE ingest_session IS NOT NULL;
-- The queue of one ingestion session.
CREATE INDEX paper_checks_by_session_risk ON paper_checks (ingest_session, queue_key)
WHERE ingest_session IS NOT NULL AND queue_key IS NOT NULL;

-- Who gave chapter, type and scores of a version. A version without a row is the first one, and they came with the paper; or
-- it was stored before this was recorded.
CREATE TABLE paper_provenance (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  -- By field: who gave it, what it was made from, and who confirmed it; JSON.
  provenance TEXT NOT NULL,
  PRIMARY KEY (paper_seq, version)
) STRICT;

-- The latest advice of a reviewer on a paper.
CREATE TABLE recommendations (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  actor TEXT NOT NULL,
  event TEXT NOT NULL,
  note TEXT,
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (paper_seq, actor)
) STRICT;

-- How someone proposes to assess a paper in review: an agent, or an editor who took a decision back.
CREATE TABLE assessment_drafts (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  author TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- JSON.
  draft TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (paper_seq, author)
) STRICT;

-- A decision that takes effect when it is due and can be undone until then. A paper has one at most: the first wins.
CREATE TABLE pending_decisions (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  event TEXT NOT NULL,
  note TEXT,
  -- The version that the editor saw.
  version INTEGER,
  -- An assessment made along with accepting, as JSON; it becomes a version of the paper together with the decision.
  assessed TEXT,
  -- Who gave the values with which it is accepted, as JSON; null if nobody looked at them one by one.
  provenance TEXT,
  actor TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  batch TEXT
) STRICT;
CREATE INDEX pending_decisions_due ON pending_decisions (due_at);
CREATE INDEX pending_decisions_by_actor ON pending_decisions (actor, decided_at);

-- A reply that editors can reuse. It replaces one that comes with the program (core/review/reply-template.ts), adds
-- one or, without a body, removes one.
CREATE TABLE reply_templates (
  id TEXT NOT NULL PRIMARY KEY,
  event TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT,
  updated_at TEXT NOT NULL
) STRICT;


-- ==== Where papers come from =======================================================================================

-- A record that a paper came from or was enriched by, exactly as it came.
CREATE TABLE source_records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  format TEXT NOT NULL,
  place TEXT NOT NULL,
  position TEXT NOT NULL,
  record_id TEXT,
  fetched_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  unmapped TEXT NOT NULL,
  record BLOB NOT NULL,
  -- The session that brought it, so that the session can be undone.
  ingest_session TEXT
) STRICT;
CREATE INDEX source_records_by_paper ON source_records (paper_seq, seq);
CREATE UNIQUE INDEX source_records_by_digest ON source_records (digest);
CREATE INDEX source_records_by_session ON source_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;
CREATE INDEX source_records_by_oai_id ON source_records (record_id) WHERE format = 'oai-pmh';

-- What a record says about a public paper and the paper does not; an editor accepts or rejects all of one
-- paper together, and apart from it what would retract the paper.
CREATE TABLE proposed_revisions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  source_seq INTEGER NOT NULL REFERENCES source_records (seq),
  fields TEXT NOT NULL,
  proposed_at TEXT NOT NULL,
  state TEXT NOT NULL,
  decided_by TEXT,
  decided_at TEXT,
  notice TEXT,
  retracts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX proposed_revisions_by_state ON proposed_revisions (state, seq);
CREATE INDEX proposed_revisions_by_source ON proposed_revisions (source_seq);
CREATE INDEX proposed_revisions_by_paper ON proposed_revisions (paper_seq, seq);

-- When a public paper was last compared with its records elsewhere, and since which day its address leads nowhere.
CREATE TABLE upstream_checks (
  paper_seq INTEGER PRIMARY KEY REFERENCES papers (seq),
  checked_at TEXT NOT NULL,
  failed_url TEXT,
  failed_since TEXT
) STRICT;

-- A record that was taken for a paper that was there before: what it said and filled, so that it can be separated again.
CREATE TABLE joins (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  source_seq INTEGER NOT NULL REFERENCES source_records (seq),
  match TEXT NOT NULL,
  joined_at TEXT NOT NULL,
  paper TEXT NOT NULL,
  filled TEXT NOT NULL,
  separate_seq INTEGER REFERENCES papers (seq),
  separated_by TEXT,
  separated_at TEXT
) STRICT;
CREATE INDEX joins_by_time ON joins (joined_at);
CREATE INDEX joins_by_paper ON joins (paper_seq);
CREATE INDEX joins_by_separate ON joins (separate_seq) WHERE separate_seq IS NOT NULL;
CREATE INDEX joins_by_source ON joins (source_seq);

-- Which columns fill the fields of tables with one header: somebody gave them, and tables with the same header are read so.
CREATE TABLE table_columns (
  id TEXT NOT NULL PRIMARY KEY,
  names TEXT NOT NULL,
  columns TEXT NOT NULL,
  remembered_at TEXT NOT NULL,
  remembered_by TEXT NOT NULL
) STRICT;

-- A bulk ingestion that an operator arranged, with the total of its chunks.
CREATE TABLE ingest_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  state TEXT NOT NULL,
  max_records INTEGER NOT NULL,
  opened_at TEXT NOT NULL,
  opened_by TEXT NOT NULL,
  until TEXT NOT NULL,
  ended_at TEXT,
  ended_by TEXT,
  active_at TEXT,
  last_chunk INTEGER,
  records_read INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  enriched INTEGER NOT NULL,
  proposed INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  -- How far undoing the session has come: papers upwards, records downwards.
  undo_paper INTEGER NOT NULL DEFAULT 0,
  undo_record INTEGER
) STRICT;

-- A chunk of a session. Its counts grow with each transaction; finished_at is set once all of it is stored.
CREATE TABLE ingest_chunks (
  session_id TEXT NOT NULL REFERENCES ingest_sessions (id),
  chunk INTEGER NOT NULL,
  digest TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  finished_at TEXT,
  records_read INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  enriched INTEGER NOT NULL,
  proposed INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  -- The last chunk of the session, as the response said.
  last_chunk INTEGER,
  PRIMARY KEY (session_id, chunk)
) STRICT;

-- A refused record, by its number in the chunk.
CREATE TABLE ingest_refusals (
  session_id TEXT NOT NULL REFERENCES ingest_sessions (id),
  chunk INTEGER NOT NULL,
  number INTEGER NOT NULL,
  position TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (session_id, chunk, number)
) STRICT;

-- A source that is watched for new papers. The process that reads it holds a lease.
CREATE TABLE watched_sources (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  query TEXT NOT NULL,
  metadata_prefix TEXT NOT NULL,
  every_minutes INTEGER NOT NULL,
  daily_cap INTEGER NOT NULL,
  state TEXT NOT NULL,
  added_by TEXT NOT NULL,
  added_at TEXT NOT NULL,
  next_run_at TEXT NOT NULL,
  failures INTEGER NOT NULL,
  last_error TEXT,
  last_run_at TEXT,
  last_success_at TEXT,
  taken_on TEXT,
  taken_count INTEGER NOT NULL,
  -- How far it has been read.
  position TEXT NOT NULL,
  reader TEXT,
  lease_until TEXT
) STRICT;

-- One reading of a source.
CREATE TABLE source_runs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  source_seq INTEGER NOT NULL REFERENCES watched_sources (seq),
  started_at TEXT NOT NULL,
  ended_at TEXT,
  requests INTEGER NOT NULL,
  read INTEGER NOT NULL,
  added INTEGER NOT NULL,
  known INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  -- Some of the refused records with the reason, as JSON.
  refusals TEXT NOT NULL,
  error TEXT
) STRICT;
CREATE INDEX source_runs_by_source ON source_runs (source_seq, seq);

-- A server that requests are sent to: one request at a time from all processes, and none before the time it asked
-- for.
CREATE TABLE outbound_hosts (
  host TEXT NOT NULL PRIMARY KEY,
  reader TEXT,
  lease_until TEXT,
  not_before TEXT NOT NULL
) STRICT;

-- What sources or lists brought and may become a paper.
CREATE TABLE paper_candidates (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL,
  -- JSON; null for an identifier whose record was not fetched.
  paper TEXT,
  doi TEXT,
  arxiv_id TEXT,
  work_key TEXT,
  subtitle_key TEXT,
  -- How much it resembles accepted papers rather than rejected ones, in millionths; -1 until it is ranked. The
  -- reasons are JSON.
  score INTEGER NOT NULL DEFAULT -1,
  reasons TEXT,
  found_at TEXT NOT NULL,
  paper_id TEXT,
  decided_by TEXT,
  decided_at TEXT,
  -- JSON: title, address and topics that a list of links says, for a work whose record was not fetched.
  listed TEXT
) STRICT;
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
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  candidate_seq INTEGER NOT NULL REFERENCES paper_candidates (seq),
  -- 0 for a list that someone gave.
  source_seq INTEGER NOT NULL,
  record_id TEXT NOT NULL,
  format TEXT NOT NULL,
  place TEXT NOT NULL,
  position TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  unmapped TEXT NOT NULL,
  record BLOB NOT NULL,
  -- The session that brought it, if nothing else has since.
  ingest_session TEXT
) STRICT;
CREATE INDEX candidate_records_by_candidate ON candidate_records (candidate_seq, seq);
CREATE UNIQUE INDEX candidate_records_by_id ON candidate_records (source_seq, record_id);
CREATE INDEX candidate_records_by_session ON candidate_records (ingest_session, seq) WHERE ingest_session IS NOT NULL;


-- ==== Search =======================================================================================================

-- The words of an accepted paper. The row id is its rank_key, so matches come in the public order. The columns hold
-- tokens of core/search/indexed-fields.ts.
-- Prefixes of three to five letters have lists of their own, so that word* costs what a word costs.
-- `marks` holds the facet tokens; renaming it would mean filling the whole index once more.
CREATE VIRTUAL TABLE paper_search USING fts5 (
  title, authors, abstract, topics, marks,
  content = '', contentless_delete = 1, tokenize = 'ascii', detail = full, prefix = '3 4 5'
);

-- What the library filters, counts and sorts an accepted paper by: core/search/facet-token.ts.
CREATE TABLE facet_tokens (
  rank_key INTEGER PRIMARY KEY,
  tokens TEXT NOT NULL
) STRICT;

-- A word of titles, names and topics as it is written, by first letter and length, for "did you mean".
CREATE TABLE spellings (
  initial TEXT NOT NULL,
  size INTEGER NOT NULL,
  word TEXT NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (initial, size, word)
) STRICT, WITHOUT ROWID;

-- A segment of the ranked search. It is written once and later merged into larger ones; what it takes back has
-- negative levels, so nothing is changed in place.
CREATE TABLE ranked_segments (
  segment INTEGER NOT NULL PRIMARY KEY,
  papers INTEGER NOT NULL,
  size INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('live', 'building', 'dead')),
  merged_into INTEGER,
  done_to TEXT
) STRICT;

-- Many consecutive words of a segment, each with the first block of its postings.
CREATE TABLE ranked_pages (
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (segment, term)
) STRICT, WITHOUT ROWID;

-- A further block of postings of a frequent word.
CREATE TABLE ranked_blocks (
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (segment, term, block)
) STRICT, WITHOUT ROWID;

-- The words of a paper in their order, as numbers: the best candidates are scored by them.
CREATE TABLE ranked_papers (
  seq INTEGER NOT NULL PRIMARY KEY,
  words BLOB NOT NULL
) STRICT;

-- A passage of a public full text, as the ranked search finds it.
CREATE TABLE passages (
  seq INTEGER NOT NULL PRIMARY KEY,
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  section INTEGER NOT NULL,
  number INTEGER NOT NULL,
  -- The part of the text where readers see it; 0 is the page of the paper.
  part INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX passages_by_paper ON passages (paper_seq, seq);

-- The vectors that a model made of public texts, for searches by meaning.
CREATE TABLE vector_sets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- The process that fills it.
  builder TEXT,
  lease_until TEXT
) STRICT;

-- The vector of a public text, in whole numbers of 8 bits.
CREATE TABLE text_vectors (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  set_seq INTEGER NOT NULL REFERENCES vector_sets (seq),
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  -- Null once the text has changed: then it is only kept in case the same text returns with the next version.
  place TEXT,
  digest BLOB NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX text_vectors_by_place ON text_vectors (paper_seq, set_seq, place);
CREATE INDEX text_vectors_by_set ON text_vectors (set_seq, seq);


-- ==== Counts and rendered texts ====================================================================================

-- How many accepted papers have a value of a facet: year, source, framework, a cell of the map and so on.
CREATE TABLE counters (
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (facet, value)
) STRICT, WITHOUT ROWID;
-- The most frequent values of a facet.
CREATE INDEX counters_by_papers ON counters (facet, papers DESC, value);

-- How many accepted papers of a year name a concept: trends cost the same at any size.
CREATE TABLE concept_years (
  concept_seq INTEGER NOT NULL REFERENCES concepts (seq),
  year INTEGER NOT NULL,
  papers INTEGER NOT NULL,
  PRIMARY KEY (concept_seq, year)
) STRICT, WITHOUT ROWID;

-- The number of an institution in facet tokens.
CREATE TABLE institutions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

-- The number of a journal, of proceedings or of a book in facet tokens.
CREATE TABLE venues (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

-- The markup of a Markdown text that the public sees. A change of the text sets renderer to 0 and markup to null; a
-- job renders it again.
CREATE TABLE renderings (
  subject TEXT NOT NULL PRIMARY KEY,
  -- The version of the renderer that made the markup.
  renderer INTEGER NOT NULL,
  markup TEXT
) STRICT;
CREATE INDEX renderings_by_renderer ON renderings (renderer);

-- A full text that the public sees, named by the version of its paper that brought it.
CREATE TABLE rendered_texts (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  -- The version of the renderer that made its parts; 0 until a job has.
  renderer INTEGER NOT NULL,
  PRIMARY KEY (paper_seq, version)
) STRICT;
CREATE INDEX rendered_texts_by_renderer ON rendered_texts (renderer);

-- The markup of the sections on one page of such a text, as JSON. Plain text has none.
CREATE TABLE rendered_parts (
  paper_seq INTEGER NOT NULL REFERENCES papers (seq),
  version INTEGER NOT NULL,
  part INTEGER NOT NULL,
  renderer INTEGER NOT NULL,
  markups TEXT NOT NULL,
  PRIMARY KEY (paper_seq, version, part)
) STRICT;

-- A change that the public can see, by a number that only rises. What was retracted or merged away stays listed as
-- such.
CREATE TABLE public_changes (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  event TEXT NOT NULL,
  at TEXT NOT NULL,
  -- 1 for the last change of a thing.
  latest INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX public_changes_latest ON public_changes (kind, id) WHERE latest = 1;
CREATE INDEX public_changes_by_time ON public_changes (at, seq);
-- Feeds read what changed last.
CREATE INDEX public_changes_latest_by_number ON public_changes (kind, seq) WHERE latest = 1;
-- When a thing became public.
CREATE INDEX public_changes_added ON public_changes (kind, id, seq) WHERE event = 'added';


-- ==== Keys, editors and sessions ===================================================================================

-- An API key.
CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  -- Only hashes are kept. After a rotation the previous key works until previous_until.
  hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT,
  previous_until TEXT,
  scopes TEXT NOT NULL,
  -- Where decisions on what the key submits are mailed to.
  email TEXT,
  -- A key of a session works for that session only.
  ingest_session TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
) STRICT;
CREATE INDEX api_keys_by_previous ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL;

-- A request that counts towards a limit: the sliding window is exact across processes and restarts.
CREATE TABLE quota_hits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  bucket TEXT NOT NULL,
  -- Milliseconds since 1970.
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX quota_hits_by_bucket ON quota_hits (bucket, at);

-- The first response to a request with an Idempotency-Key, to be given again to a repetition.
CREATE TABLE idempotency_keys (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- A person with access to the console.
CREATE TABLE editors (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  email_key TEXT,
  role TEXT NOT NULL,
  passphrase TEXT,
  created_at TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE UNIQUE INDEX editors_by_email ON editors (email_key) WHERE removed_at IS NULL;

-- What a person saved of a list of the console: the search of its address.
CREATE TABLE saved_views (
  id TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX saved_views_by_editor ON saved_views (editor_id, list, name);

-- A link by which an editor signs in once. Only its hash is kept.
CREATE TABLE sign_in_links (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- A signed-in browser. Only the hash of its secret is kept.
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  method TEXT NOT NULL,
  -- How the editor proved their identity apart from the passphrase.
  second_factor TEXT,
  client TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- When the editor last proved their identity.
  confirmed_at TEXT NOT NULL DEFAULT '',
  seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_editor ON sessions (editor_id, created_at);

-- Someone who gave the right passphrase and still has to give a code.
CREATE TABLE pending_sign_ins (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  method TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- A passkey of an editor.
CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id),
  label TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX passkeys_by_editor ON passkeys (editor_id, created_at);

-- A challenge for a passkey, used once.
CREATE TABLE passkey_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT REFERENCES editors (id),
  expires_at TEXT NOT NULL
) STRICT;

-- An editor's authenticator app.
CREATE TABLE one_time_codes (
  editor_id TEXT NOT NULL PRIMARY KEY REFERENCES editors (id),
  -- Sealed with a key that is not in the database.
  sealed_secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  -- The time step of the last code that was accepted: no code works twice.
  last_step INTEGER
) STRICT;

-- A recovery code that has not been used.
CREATE TABLE recovery_codes (
  hash TEXT NOT NULL PRIMARY KEY,
  editor_id TEXT NOT NULL REFERENCES editors (id)
) STRICT;
CREATE INDEX recovery_codes_by_editor ON recovery_codes (editor_id);

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

-- An editorial act, chained to the one before it by hash. Rows are never changed or removed.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  before_json TEXT,
  after_json TEXT,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_by_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_by_act ON audit_log (act, seq);
CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
CREATE TRIGGER audit_log_keeps_content BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;


-- ==== Mail =========================================================================================================

-- A message from the contact form.
CREATE TABLE messages (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  organisation TEXT,
  subject TEXT,
  message TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'new',
  received_at TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_state ON messages (state, received_at, id);

-- A person who gave an address for the weekly brief or to follow searches.
CREATE TABLE subscribers (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT,
  state TEXT NOT NULL,
  -- 0 for someone who only follows searches.
  wants_brief INTEGER NOT NULL DEFAULT 1,
  confirm_hash TEXT UNIQUE,
  confirm_expires_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX subscribers_by_state ON subscribers (state, email_key);

-- Something requested for an address that happens only when the link mailed to it is opened.
CREATE TABLE subscriber_requests (
  message_id TEXT NOT NULL PRIMARY KEY,
  purpose TEXT NOT NULL,
  subscriber_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  address TEXT,
  frequency TEXT,
  -- Null until the email leaves, when the link is made; expires_at is null until then, too.
  hash TEXT UNIQUE,
  expires_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX subscriber_requests_by_email ON subscriber_requests (email_key);
CREATE INDEX subscriber_requests_by_subscriber ON subscriber_requests (subscriber_id);

-- An email about an event, waiting or sent.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  recipient TEXT,
  reply_to TEXT,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT,
  headers TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_state ON outbox (state, seq);

-- A brief on its way to the subscribers who were confirmed at started_at.
CREATE TABLE mailings (
  brief_id TEXT NOT NULL PRIMARY KEY REFERENCES briefs (id),
  state TEXT NOT NULL,
  start_at TEXT NOT NULL,
  started_at TEXT,
  -- Subscribers up to this one have their delivery; null once all have.
  recipients_after TEXT,
  finished_at TEXT,
  -- How many deliveries ended in which state, as JSON, kept after the deliveries are deleted.
  counts TEXT
) STRICT;

-- The email of a mailing to one subscriber. The address is in subscribers only.
CREATE TABLE mailing_deliveries (
  brief_id TEXT NOT NULL REFERENCES mailings (brief_id),
  subscriber_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  sent_at TEXT,
  PRIMARY KEY (brief_id, subscriber_id)
) STRICT;
CREATE INDEX mailing_deliveries_due ON mailing_deliveries (brief_id, due_at, subscriber_id, domain)
WHERE state = 'waiting';
CREATE INDEX mailing_deliveries_by_subscriber ON mailing_deliveries (subscriber_id);

-- How far the allowed rate of emails is used up, in all or to one domain.
CREATE TABLE mail_rates (
  bucket TEXT NOT NULL PRIMARY KEY,
  -- Milliseconds since 1970.
  used_until INTEGER NOT NULL
) STRICT;

-- An address that gets no mailing because of a bounce or a complaint, as a keyed hash that outlives the address.
CREATE TABLE suppressions (
  address_hash TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  since TEXT NOT NULL,
  -- When the address was last asked to confirm again.
  confirmation_at TEXT
) STRICT;

-- A report on an email to an address: hard, soft or a complaint. A second report of the same kind is ignored.
CREATE TABLE bounces (
  address_hash TEXT NOT NULL,
  delivery TEXT NOT NULL,
  kind TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (address_hash, delivery, kind)
) STRICT;
CREATE INDEX bounces_by_time ON bounces (received_at);


-- ==== Following ====================================================================================================

-- A search that someone follows, by the address of its page.
CREATE TABLE followed_searches (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- A hash of the address.
  key TEXT NOT NULL UNIQUE,
  address TEXT NOT NULL,
  -- What became public before this change is not new to any follower.
  began_after INTEGER NOT NULL
) STRICT;

-- A subscriber who follows a search.
CREATE TABLE follows (
  subscriber_id TEXT NOT NULL,
  search_seq INTEGER NOT NULL REFERENCES followed_searches (seq),
  frequency TEXT NOT NULL,
  -- What became public before this change is not new to this follower.
  began_after INTEGER NOT NULL,
  -- Matches up to this one were in a digest, or skipped because they were no longer public.
  sent_until INTEGER NOT NULL,
  since TEXT NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq)
) STRICT;
CREATE INDEX follows_by_search ON follows (search_seq);

-- A paper or other thing that a followed search finds, once each. Numbers are never reused.
CREATE TABLE follow_matches (
  seq INTEGER PRIMARY KEY,
  search_seq INTEGER NOT NULL REFERENCES followed_searches (seq),
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  -- The change by which it became public.
  added INTEGER NOT NULL,
  -- When it began to match.
  at TEXT NOT NULL,
  UNIQUE (search_seq, kind, thing_id)
) STRICT;
CREATE INDEX follow_matches_of_search ON follow_matches (search_seq, seq);
CREATE INDEX follow_matches_of_thing ON follow_matches (kind, thing_id);

-- A thing that stopped matching after a follower got it in a digest: if it matches again, it is not sent again.
CREATE TABLE sent_matches (
  subscriber_id TEXT NOT NULL,
  search_seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  thing_id TEXT NOT NULL,
  PRIMARY KEY (subscriber_id, search_seq, kind, thing_id)
) STRICT;

-- How far changes have been matched with followed searches: one row, once something is followed.
CREATE TABLE following_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  matched_until INTEGER NOT NULL,
  last_match INTEGER NOT NULL,
  -- Rises with each change of what is followed.
  version INTEGER NOT NULL,
  paused INTEGER NOT NULL
) STRICT;

-- An email to a subscriber about what is new in the searches they follow. The address is in subscribers only.
CREATE TABLE digests (
  id TEXT NOT NULL PRIMARY KEY,
  subscriber_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  -- JSON.
  sections TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  last_error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX digests_due ON digests (due_at, id, domain) WHERE state = 'waiting';
CREATE INDEX digests_by_subscriber ON digests (subscriber_id);


-- ==== Webhooks =====================================================================================================

-- A server that receives events. The process that sends to it holds a lease.
CREATE TABLE webhook_endpoints (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL,
  state TEXT NOT NULL,
  paused_because TEXT,
  -- Secrets are sealed with a key that is not in the database.
  secret TEXT,
  old_secret TEXT,
  old_secret_until TEXT,
  added_by TEXT NOT NULL,
  added_at TEXT NOT NULL,
  -- It has its deliveries up to this row of public_changes, and up to after_step of review_steps.
  after_change INTEGER NOT NULL,
  after_step INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  failing_since TEXT,
  rest_until TEXT,
  last_success_at TEXT,
  last_failure_at TEXT,
  last_error TEXT,
  sender TEXT,
  lease_until TEXT
) STRICT;

-- An event for an endpoint. Its content is made when it is sent, from what the public sees then.
CREATE TABLE webhook_deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  at TEXT NOT NULL,
  change_seq INTEGER,
  step_seq INTEGER,
  outcome TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  first_attempt_at TEXT,
  attempted_at TEXT,
  request TEXT,
  status INTEGER,
  response TEXT,
  error TEXT
) STRICT;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_seq, seq);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_seq, subject, seq) WHERE state = 'waiting';
