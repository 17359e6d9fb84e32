import { sql, type RawBuilder } from 'kysely'
import { rankKeyAfterScore, type RankKey } from '#core/rank-key.ts'
import { everyMark, inIndex } from '#core/search-index.ts'
import type { Pattern } from '#core/search-query.ts'
import type { CountProgress } from '#ports/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { marksAsked, type IndexedPaper, type IndexFilter } from '#store/sql/engine.ts'
import { lexeme, searchVector, weightOf } from './search-vector.ts'

const matchPattern = ({ field, tokens, prefix }: Pattern): string => {
  const weight = field === null ? '' : weightOf[field]
  const asked = tokens.map((token, index) => {
    const flags = `${prefix && index === tokens.length - 1 ? '*' : ''}${weight}`
    return `${lexeme(token)}${flags === '' ? '' : `:${flags}`}`
  })
  return asked.length === 1 ? (asked[0] ?? '') : `(${asked.join(' <-> ')})`
}

const anyOf = (patterns: readonly Pattern[]): string => `(${patterns.map(matchPattern).join(' | ')})`

/** The tsquery of a filter, every lexeme quoted; null when nothing can match. */
export const matchExpression = (filter: IndexFilter): string | null => {
  const { query, except = [] } = filter
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [...(query?.all ?? []).map(anyOf), ...marksAsked(filter).map((mark) => lexeme(inIndex(mark)))]
  const all = wanted.length === 0 ? lexeme(everyMark) : wanted.join(' & ')
  const none = query?.none ?? []
  const unwanted = [
    ...(none.length === 0 ? [] : [anyOf(none)]),
    ...except.map((groups) => `(${groups.map(anyOf).join(' & ')})`),
  ]
  return [all, ...unwanted.map((patterns) => `!${patterns}`)].join(' & ')
}

const bounds = ({ minLongHorizon }: IndexFilter, after: RankKey | null): RawBuilder<unknown> => {
  const from = after === null ? sql`true` : sql`paper_search.rank_key > ${after}`
  return minLongHorizon === null ? from : sql`${from} and paper_search.rank_key < ${rankKeyAfterScore(minLongHorizon)}`
}

/** The planner walks the rank order for frequent words and sorts the few matches of rare ones. */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<PaperRow[]> => {
  const match = matchExpression(filter)
  if (match === null) return []
  const { rows } = await sql<PaperRow>`
    select papers.* from (
      select rank_key from paper_search
      where words @@ ${match}::tsquery and ${bounds(filter, after)}
      order by rank_key limit ${limit}) as found
    join papers on papers.rank_key = found.rank_key and papers.state = 'accepted'
    order by found.rank_key`.execute(db)
  return rows
}

export const matchingKeys = (filter: IndexFilter, limit: number): RawBuilder<unknown> | null => {
  const match = matchExpression(filter)
  if (match === null) return null
  return sql`
    select rank_key from paper_search
    where words @@ ${match}::tsquery and ${bounds(filter, null)}
    order by rank_key limit ${limit}`
}

/** Counts all in one go: the server does it while this process answers others. */
export const searchCount = async (db: Db, filter: IndexFilter, after: RankKey): Promise<CountProgress> => {
  const match = matchExpression(filter)
  if (match === null) return { counted: 0, after: null }
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from paper_search
    where words @@ ${match}::tsquery and ${bounds(filter, after)}`.execute(db)
  return { counted: rows[0]?.counted ?? 0, after: null }
}

const ROWS_AT_ONCE = 50

export const addToSearch = async (db: Db, papers: readonly IndexedPaper[]): Promise<void> => {
  for (let first = 0; first < papers.length; first += ROWS_AT_ONCE) {
    const rows = papers
      .slice(first, first + ROWS_AT_ONCE)
      .map(({ rankKey, paper, marks }) => sql`(${rankKey}::bigint, ${searchVector(paper, marks)}::tsvector)`)
    await sql`insert into paper_search (rank_key, words) values ${sql.join(rows)}`.execute(db)
  }
}

export const removeFromSearch = async (db: Db, rankKey: RankKey): Promise<void> => {
  await sql`delete from paper_search where rank_key = ${rankKey}`.execute(db)
}
