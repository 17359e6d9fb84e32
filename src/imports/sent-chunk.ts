/** The media types in which "longview ingest --to" sends chunks: lines of papers, and records that it read. */
export const PAPER_LINES = 'application/vnd.longview.papers+jsonl'
export const SENT_RECORDS = 'application/vnd.longview.records+jsonl'
