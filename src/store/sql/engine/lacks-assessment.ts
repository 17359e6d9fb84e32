import { sql } from 'kysely'

/** Written exactly as in the index `papers_unassessed`, so that both engines use it. */
const LACKS_ANYTHING = sql`(papers.chapter is null or papers.type is null or papers.long_horizon is null)`

/** Papers that are not yet assessed. A library without chapters asks for none. */
export const LACKS_ASSESSMENT = sql<boolean>`(${LACKS_ANYTHING} and
  (papers.type is null or papers.long_horizon is null or exists (select 1 from chapters)))`

/** Papers whose chapter, if they name one, is one of the library's. */
export const IS_PLACED = sql<boolean>`(papers.chapter is null or papers.chapter in (select number from chapters))`
