import { type RawBuilder, sql } from 'kysely'
import { type RankKey, SEQ_RANGE } from '#core/papers/score.ts'
import type { Db } from '#store/rows.ts'
import type { IndexFilter } from '#store/sql/engine/engine.ts'

/** So many cited papers are sorted in some 20 ms; among more, a page is full after a look at a few papers in public order. */
const MOST_SORTED = 20_000

/** Whether few papers of the library are cited by others, or many. */
export const citedDensity = async (db: Db): Promise<'few' | 'many'> => {
  const { rows } = await sql<{ cited: number }>`
    select count(*) as cited from (select 1 from cited_papers where citations > 0 limit ${MOST_SORTED + 1}) as found`.execute(
    db,
  )
  return (rows[0]?.cited ?? 0) > MOST_SORTED ? 'many' : 'few'
}

/**
 * Whether another public paper cites the one with this key: one look-up by its number. As a value, so that SQLite makes it before it reads
 * the paper.
 */
export const isCited = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select cited.citations from cited_papers as cited where cited.paper_seq = ${key} % ${sql.lit(SEQ_RANGE)}) > 0`

/** Whether a filter asks for nothing, apart from cited papers. */
export const asksNothingElse = (filter: IndexFilter): boolean => {
  const { query, chapter, type, minLongHorizon, facetTokens = [], anyOf = [], except = [], among } = filter
  return (
    [query, chapter, type, minLongHorizon].every((part) => part === null) &&
    facetTokens.length + anyOf.length + except.length === 0 &&
    among === undefined
  )
}

/** The keys of all cited papers in public order, if this is what a filter asks for and there are few; otherwise null. */
export const fewCitedKeys = (filter: IndexFilter, after: RankKey, limit: number): RawBuilder<unknown> | null =>
  filter.cited === 'few' && asksNothingElse(filter)
    ? sql`select papers.rank_key from cited_papers as cited
        join papers on papers.seq = cited.paper_seq and papers.state = 'accepted'
        where cited.citations > 0 and papers.rank_key > ${sql.lit(after)} order by papers.rank_key limit ${sql.lit(limit)}`
    : null

/** The papers with these keys, in public order. */
export const papersWithKeys = (keys: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select papers.* from papers where papers.rank_key in (select rank_key from (${keys}) as few)
    and papers.state = 'accepted' order by papers.rank_key`
