-- By which way of folding words the stored keys and the index were made; the program makes them anew for another.
ALTER TABLE corpus ADD COLUMN analyzer integer NOT NULL DEFAULT 0;
