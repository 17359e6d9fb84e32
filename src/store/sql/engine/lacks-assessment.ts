import { sql } from 'kysely'

/** Papers that are not yet assessed. Written exactly as in the index `papers_unassessed`, so that both engines use it. */
export const LACKS_ASSESSMENT = sql<boolean>`(papers.chapter is null or papers.type is null or papers.long_horizon is null)`
