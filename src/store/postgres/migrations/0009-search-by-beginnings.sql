-- Only SQLite needs lists of beginnings; here the index of words is one ordered tree, which serves word* as it is.
SELECT 1;
