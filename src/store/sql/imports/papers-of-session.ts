import type { Db } from '#store/rows.ts'

/** The papers that an ingestion session brought, in the order in which they were stored: at most so many after a place. */
export const papersOfSession = (db: Db, { id, after, limit }: { id: string; after: number; limit: number }) =>
  db
    .selectFrom('paper_checks')
    .select('paper_seq')
    .where('ingest_session', '=', id)
    .where('paper_seq', '>', after)
    .orderBy('paper_seq')
    .limit(limit)
