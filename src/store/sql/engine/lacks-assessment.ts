import { sql } from 'kysely'

/** Written exactly as in the index `papers_unassessed`, so that both engines use it. */
const LACKS_ANYTHING = sql`(papers.chapter is null or papers.type is null or papers.long_horizon is null)`

// Settings are stored with their members in one order, in which `off` is the last, and quotation marks in texts are escaped.
const TYPES_ARE_OFF = sql`exists (select 1 from settings where stored like '%"off":[%"types"%')`
const SCORE_IS_OFF = sql`exists (select 1 from settings
  where stored like '%"scores":[%' and stored not like '%"score":"longHorizonScore"%')`

/** Papers that are not yet assessed: they lack something that the library has and shows. */
export const LACKS_ASSESSMENT = sql<boolean>`(${LACKS_ANYTHING} and (
  (papers.type is null and not ${TYPES_ARE_OFF}) or
  (papers.long_horizon is null and not ${SCORE_IS_OFF}) or
  (papers.chapter is null and exists (select 1 from chapters))))`

/** Papers whose chapter, if they name one, is one of the library's. */
export const IS_PLACED = sql<boolean>`(papers.chapter is null or papers.chapter in (select number from chapters))`
