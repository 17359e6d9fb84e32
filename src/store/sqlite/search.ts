import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Paper } from '#core/paper.ts'
import { rankKeyAfterScore, type RankKey } from '#core/rank-key.ts'
import { chapterMark, everyMark, indexedFields, inOneRow, marksOf, typeMark } from '#core/search-index.ts'
import { searchFields, type Pattern } from '#core/search-query.ts'
import type { CountProgress, PaperFilter } from '#ports/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'

const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`

const matchPattern = ({ field, tokens, prefix }: Pattern): string =>
  `${field === null ? '' : `${field} : `}${quoted(tokens)}${prefix ? ' *' : ''}`

const anyOf = (patterns: readonly Pattern[]): string => `(${patterns.map(matchPattern).join(' OR ')})`

/** The FTS5 match expression of a filter, every term quoted; null when nothing can match. */
const matchExpression = ({ query, chapter, type }: PaperFilter): string | null => {
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [
    ...(query?.all ?? []).map(anyOf),
    ...(chapter === null ? [] : [quoted([chapterMark(chapter)])]),
    ...(type === null ? [] : [quoted([typeMark(type)])]),
  ]
  const all = wanted.length === 0 ? quoted([everyMark]) : wanted.join(' AND ')
  const none = query?.none ?? []
  return none.length === 0 ? all : `(${all}) NOT ${anyOf(none)}`
}

/** Row ids are compared as whole numbers: FTS5 seeks by them only then. */
const asRowId = (key: RankKey): bigint => BigInt(key)

const bounds = (filter: PaperFilter, after: RankKey): RawBuilder<unknown> =>
  filter.minLongHorizon === null
    ? sql`paper_search.rowid > ${asRowId(after)}`
    : sql`paper_search.rowid > ${asRowId(after)} and paper_search.rowid < ${asRowId(rankKeyAfterScore(filter.minLongHorizon))}`

/** The index hands out row ids in ascending order, which is the public order: reading stops with the page. */
export const searchPage = async (db: Db, filter: PaperFilter, after: RankKey, limit: number): Promise<PaperRow[]> => {
  const match = matchExpression(filter)
  if (match === null) return []
  const { rows } = await sql<PaperRow>`
    select papers.* from paper_search
    cross join papers on papers.rank_key = paper_search.rowid and papers.state = 'accepted'
    where paper_search match ${match} and ${bounds(filter, after)}
    order by paper_search.rowid limit ${limit}`.execute(db)
  return rows
}

export const searchCount = async (
  db: Db,
  filter: PaperFilter,
  after: RankKey,
  atMost: number,
): Promise<CountProgress> => {
  const match = matchExpression(filter)
  if (match === null) return { counted: 0, after: null }
  const { rows } = await sql<{ counted: number; last: RankKey | null }>`
    select count(*) as counted, max(found.id) as last from (
      select paper_search.rowid as id from paper_search
      where paper_search match ${match} and ${bounds(filter, after)}
      order by paper_search.rowid limit ${atMost}
    ) as found`.execute(db)
  const { counted = 0, last = null } = rows[0] ?? {}
  return { counted, after: counted < atMost ? null : last }
}

const INSERT = 'insert into paper_search (rowid, title, authors, abstract, topics, marks) values (?, ?, ?, ?, ?, ?)'

export const addToSearch = async (db: Db, papers: readonly { rankKey: RankKey; paper: Paper }[]): Promise<void> => {
  for (const { rankKey, paper } of papers) {
    const fields = indexedFields(paper)
    const columns = searchFields.map((field) => inOneRow(fields[field]).join(' '))
    await db.executeQuery(CompiledQuery.raw(INSERT, [asRowId(rankKey), ...columns, marksOf(paper).join(' ')]))
  }
}

export const removeFromSearch = async (db: Db, rankKey: RankKey): Promise<void> => {
  await sql`delete from paper_search where rowid = ${asRowId(rankKey)}`.execute(db)
}
