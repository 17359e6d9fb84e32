-- Beginnings of three to five letters have lists of their own, so that word* costs what a word costs instead of
-- merging the lists of thousands of words. The program fills the index again when it finds it empty.
-- `marks` has the facet tokens (core/search/facet-token.ts): a better name would cost filling the whole index once more.
DROP TABLE paper_search;
CREATE VIRTUAL TABLE paper_search USING fts5 (
  title, authors, abstract, topics, marks,
  content = '', contentless_delete = 1, tokenize = 'ascii', detail = full, prefix = '3 4 5'
);
