import { type RankKey, rankKeyAfterScore } from '#core/papers/score.ts'
import { toIndexTokens, joinIndexedText, allPapersToken, toIndexToken } from '#core/search/indexed-fields.ts'
import type { FacetToken } from '#core/search/facet-token.ts'
import { searchFields, type Pattern } from '#core/search/search-query.ts'
import { type IndexEntry, requiredFacetTokens, type IndexFilter } from '#store/sql/engine/engine.ts'
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { fewCitedKeys, isCited, papersWithKeys } from '#store/sql/facets/cited-filter.ts'

/** FTS5 seeks by row id only if it is an integer. */
const toRowId = (key: RankKey): bigint => BigInt(key)

const INSERT_INDEX_ENTRY =
  'insert into paper_search (rowid, title, authors, abstract, topics, marks) values (?, ?, ?, ?, ?, ?)'

const indexEntryValues = ({ rankKey, fields, facetTokens }: IndexEntry): unknown[] => {
  const columns = searchFields.map((field) => joinIndexedText(fields[field]))
  return [toRowId(rankKey), ...columns, toIndexTokens(facetTokens).join(' ')]
}

const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`

const matchPattern = ({ field, tokens, prefix }: Pattern): string =>
  `${field === null ? '' : `${field} : `}${quoted(tokens)}${prefix ? ' *' : ''}`

const anyPattern = (patterns: readonly Pattern[]): string => `(${patterns.map(matchPattern).join(' OR ')})`

const quotedFacet = (token: FacetToken): string => quoted([toIndexToken(token)])

/** The FTS5 match expression of a filter, every term quoted; null if nothing can match. */
const matchExpression = (filter: IndexFilter): string | null => {
  const { query, anyOf = [], except = [] } = filter
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [
    ...(query?.all ?? []).map(anyPattern),
    ...requiredFacetTokens(filter).map(quotedFacet),
    ...anyOf.map((tokens) => `(${tokens.map(quotedFacet).join(' OR ')})`),
  ]
  const all = wanted.length === 0 ? quoted([allPapersToken]) : wanted.join(' AND ')
  const unwanted = [
    ...(query?.none ?? []).map(matchPattern),
    ...except.map((groups) => `(${groups.map(anyPattern).join(' AND ')})`),
  ]
  // In sequence, so that each exclusion examines only what earlier ones left.
  return [`(${all})`, ...unwanted].join(' NOT ')
}

const bounds = ({ minLongHorizon, among, cited }: IndexFilter, after: RankKey): RawBuilder<unknown> => {
  const conditions = [sql`paper_search.rowid > ${toRowId(after)}`]
  if (minLongHorizon !== null) conditions.push(sql`paper_search.rowid < ${toRowId(rankKeyAfterScore(minLongHorizon))}`)
  // The sign keeps SQLite from searching once for each key.
  if (among !== undefined)
    conditions.push(sql`+paper_search.rowid in (select value from json_each(${JSON.stringify(among.keys)}))`)
  if (cited !== undefined) conditions.push(isCited(sql`paper_search.rowid`))
  return sql.join(conditions, sql` and `)
}

/** FTS5 returns row ids in ascending order, which is the public order, so reading stops with the page. */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<PaperRow[]> => {
  const few = fewCitedKeys(filter, after, limit)
  if (few !== null) return (await papersWithKeys(few).execute(db)).rows as PaperRow[]
  const match = matchExpression(filter)
  if (match === null) return []
  const { rows } = await sql<PaperRow>`
    select papers.* from paper_search
    cross join papers on papers.rank_key = paper_search.rowid and papers.state = 'accepted'
    where paper_search match ${match} and ${bounds(filter, after)}
    order by paper_search.rowid limit ${limit}`.execute(db)
  return rows
}

const keysAfter = (match: string, filter: IndexFilter, after: RankKey, limit: number): RawBuilder<unknown> =>
  fewCitedKeys(filter, after, limit) ??
  sql`
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
 * In ascending order: FTS5 flushes whenever a row id is smaller than the last. One row a statement: several rows make a
 * savepoint, which also flushes.
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
