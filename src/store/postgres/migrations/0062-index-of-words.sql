-- New papers wait in a list until the end of their transaction, at most, and then enter the index together (search.ts).
ALTER INDEX paper_search_words RESET (fastupdate);
ALTER INDEX paper_search_words SET (gin_pending_list_limit = 4096);
