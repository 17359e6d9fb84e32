-- Public papers by ten thousands, with their last change: one entry tells when a file of the sitemap changed last.
CREATE INDEX papers_in_sitemap ON papers (seq / 10000, updated_at, id) WHERE state = 'accepted';
