import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { rankKeyAfterScore, type RankKey } from '#core/papers/rank-key.ts'
import { allPapersToken, toIndexToken } from '#core/search/indexed-fields.ts'
import type { Pattern } from '#core/search/search-query.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { requiredFacetTokens, type IndexEntry, type IndexFilter } from '#store/sql/engine/engine.ts'
import { toRowId, INSERT_INDEX_ENTRY, indexEntryValues } from './index-entry.ts'

const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`

const matchPattern = ({ field, tokens, prefix }: Pattern): string =>
  `${field === null ? '' : `${field} : `}${quoted(tokens)}${prefix ? ' *' : ''}`

const anyOf = (patterns: readonly Pattern[]): string => `(${patterns.map(matchPattern).join(' OR ')})`

/** The FTS5 match expression of a filter, every term quoted; null when nothing can match. */
const matchExpression = (filter: IndexFilter): string | null => {
  const { query, except = [] } = filter
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [
    ...(query?.all ?? []).map(anyOf),
    ...requiredFacetTokens(filter).map((facetToken) => quoted([toIndexToken(facetToken)])),
  ]
  const all = wanted.length === 0 ? quoted([allPapersToken]) : wanted.join(' AND ')
  const unwanted = [
    ...(query?.none ?? []).map(matchPattern),
    ...except.map((groups) => `(${groups.map(anyOf).join(' AND ')})`),
  ]
  // One after the other: each exclusion only examines what the earlier ones have left.
  return [`(${all})`, ...unwanted].join(' NOT ')
}

const bounds = (filter: IndexFilter, after: RankKey): RawBuilder<unknown> =>
  filter.minLongHorizon === null
    ? sql`paper_search.rowid > ${toRowId(after)}`
    : sql`paper_search.rowid > ${toRowId(after)} and paper_search.rowid < ${toRowId(rankKeyAfterScore(filter.minLongHorizon))}`

/** The index hands out row ids in ascending order, which is the public order: reading stops with the page. */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<PaperRow[]> => {
  const match = matchExpression(filter)
  if (match === null) return []
  const { rows } = await sql<PaperRow>`
    select papers.* from paper_search
    cross join papers on papers.rank_key = paper_search.rowid and papers.state = 'accepted'
    where paper_search match ${match} and ${bounds(filter, after)}
    order by paper_search.rowid limit ${limit}`.execute(db)
  return rows
}

const keysAfter = (match: string, filter: IndexFilter, after: RankKey, limit: number): RawBuilder<unknown> => sql`
  select paper_search.rowid as rank_key from paper_search
  where paper_search match ${match} and ${bounds(filter, after)}
  order by paper_search.rowid limit ${limit}`

export const matchingKeys = (filter: IndexFilter, limit: number): RawBuilder<unknown> | null => {
  const match = matchExpression(filter)
  return match === null ? null : keysAfter(match, filter, 0, limit)
}

export const searchCount = async (
  db: Db,
  filter: IndexFilter,
  before: CountProgress,
  atMost: number,
): Promise<CountProgress> => {
  const match = matchExpression(filter)
  if (match === null) return { counted: 0, after: null }
  const { rows } = await sql<{ counted: number; last: RankKey | null }>`
    select count(*) as counted, max(found.rank_key) as last
    from (${keysAfter(match, filter, before.after ?? 0, atMost)}) as found`.execute(db)
  const { counted = 0, last = null } = rows[0] ?? {}
  return { counted: before.counted + counted, after: counted < atMost ? null : last }
}

/**
 * In ascending order: FTS5 writes out what it holds whenever a row id is smaller than the one before. One row a statement:
 * several in one are a savepoint, at which it writes out as well.
 */
export const addToSearch = async (db: Db, papers: readonly IndexEntry[]): Promise<void> => {
  for (const entry of papers.toSorted((a, b) => a.rankKey - b.rankKey))
    await db.executeQuery(CompiledQuery.raw(INSERT_INDEX_ENTRY, indexEntryValues(entry)))
}

export const removeFromSearch = async (db: Db, rankKey: RankKey): Promise<void> => {
  await sql`delete from paper_search where rowid = ${toRowId(rankKey)}`.execute(db)
}

export const clearSearch = async (db: Db): Promise<void> => {
  await sql`insert into paper_search (paper_search) values ('delete-all')`.execute(db)
}
