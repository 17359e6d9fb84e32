-- oldest reader: 0064
-- Open proposals for one paper are shown and decided on together.
CREATE INDEX proposed_revisions_by_paper ON proposed_revisions (paper_seq, seq);
