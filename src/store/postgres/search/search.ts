import { sql, type RawBuilder } from 'kysely'
import { rankKeyAfterScore, type RankKey } from '#core/papers/rank-key.ts'
import { allPapersToken, toIndexToken } from '#core/search/indexed-fields.ts'
import type { Pattern } from '#core/search/search-query.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db } from '#store/rows.ts'
import { requiredFacetTokens, type FoundRow, type IndexEntry, type IndexFilter } from '#store/sql/engine/engine.ts'
import { fieldLexeme, quoteLexeme, phraseLexemes, searchVector, weightOf } from './search-vector.ts'

const queryLexeme = (token: string, flags: string): string => `${quoteLexeme(token)}${flags === '' ? '' : `:${flags}`}`

/** One word is found by the index alone; of a phrase the index knows the keys, and the words are compared by the server. */
const matchPattern = ({ field, tokens, prefix }: Pattern): string => {
  const flags = (index: number): string => (prefix && index === tokens.length - 1 ? '*' : '')
  const inField =
    field === null ? [] : tokens.map((token, index) => queryLexeme(fieldLexeme(field, token), flags(index)))
  if (tokens.length === 1) return inField[0] ?? queryLexeme(tokens[0] ?? '', flags(0))
  const weight = field === null ? '' : weightOf[field]
  const inRow = tokens.map((token, index) => queryLexeme(token, flags(index) + weight)).join(' <-> ')
  const keys = phraseLexemes(prefix ? tokens.slice(0, -1) : tokens).map(quoteLexeme)
  return `(${[...keys, ...inField, `(${inRow})`].join(' & ')})`
}

const anyOf = (patterns: readonly Pattern[]): string => `(${patterns.map(matchPattern).join(' | ')})`

/** The tsquery of a filter, every lexeme quoted; null when nothing can match. */
export const matchExpression = (filter: IndexFilter): string | null => {
  const { query, except = [] } = filter
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [
    ...(query?.all ?? []).map(anyOf),
    ...requiredFacetTokens(filter).map((facetToken) => quoteLexeme(toIndexToken(facetToken))),
  ]
  const all = wanted.length === 0 ? quoteLexeme(allPapersToken) : wanted.join(' & ')
  const none = query?.none ?? []
  const unwanted = [
    ...(none.length === 0 ? [] : [anyOf(none)]),
    ...except.map((groups) => `(${groups.map(anyOf).join(' & ')})`),
  ]
  return [all, ...unwanted.map((patterns) => `!${patterns}`)].join(' & ')
}

const keyCondition = (
  key: RawBuilder<unknown>,
  { minLongHorizon }: IndexFilter,
  after: RankKey,
): RawBuilder<unknown> => {
  const from = sql`${key} > ${after}::bigint`
  return minLongHorizon === null ? from : sql`${from} and ${key} < ${rankKeyAfterScore(minLongHorizon)}::bigint`
}

/** Written so that the planner does not think of reading in rank order. */
const UNORDERED = sql`(rank_key + 0)`

/** Papers that are examined in the public order before the index of words is used. */
const SCAN_LIMIT = 300

const pageQuery = (keys: RawBuilder<unknown>, limit: number): RawBuilder<FoundRow> => sql<FoundRow>`
  select papers.*, found.matches from (${keys} order by rank_key limit ${limit}) as found
  cross join lateral (select * from papers where rank_key = found.rank_key and state = 'accepted' offset 0) as papers
  order by found.rank_key`

/**
 * Words that many papers have fill the page within the next few hundred papers, at the same cost for any corpus; for
 * all others the index of words finds every match, and the best are taken. Both ways are written out because the
 * planner cannot tell them apart: it knows neither rare words nor what it costs to read words that are stored apart.
 */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<FoundRow[]> => {
  const match = matchExpression(filter)
  if (match === null) return []
  const next = sql`select rank_key, words from paper_search
    where ${keyCondition(sql.ref('rank_key'), filter, after)} order by rank_key limit ${SCAN_LIMIT}`
  const walked = await pageQuery(
    sql`select rank_key, null as matches from (${next} offset 0) as next where words @@ ${match}::tsquery`,
    limit,
  ).execute(db)
  if (walked.rows.length === limit) return walked.rows
  const { rows } = await pageQuery(
    sql`select ${UNORDERED} as rank_key, count(*) over () as matches from paper_search
      where words @@ ${match}::tsquery and ${keyCondition(UNORDERED, filter, after)}`,
    limit,
  ).execute(db)
  return rows
}

export const matchingKeys = (filter: IndexFilter, limit: number): RawBuilder<unknown> | null => {
  const match = matchExpression(filter)
  if (match === null) return null
  return sql`
    select ${UNORDERED} as rank_key from paper_search
    where words @@ ${match}::tsquery and ${keyCondition(UNORDERED, filter, 0)}
    order by rank_key limit ${limit}`
}

/**
 * Up to so many matches in the first go; if there are more, all in the second: the server does it while this process
 * answers others, and where it stopped tells nothing, because it reads in no order.
 */
export const searchCount = async (
  db: Db,
  filter: IndexFilter,
  { counted }: CountProgress,
  atMost: number,
): Promise<CountProgress> => {
  const match = matchExpression(filter)
  if (match === null) return { counted: 0, after: null }
  const isFirst = counted === 0
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select 1 from paper_search where words @@ ${match}::tsquery and ${keyCondition(UNORDERED, filter, 0)}
      limit ${isFirst ? atMost : null}::bigint
    ) as found`.execute(db)
  const { counted: found = 0 } = rows[0] ?? {}
  return { counted: found, after: isFirst && found === atMost ? 0 : null }
}

const INSERT_BATCH_SIZE = 50

export const addToSearch = async (db: Db, papers: readonly IndexEntry[]): Promise<void> => {
  for (let first = 0; first < papers.length; first += INSERT_BATCH_SIZE) {
    const rows = papers
      .slice(first, first + INSERT_BATCH_SIZE)
      .map(
        ({ rankKey, fields, facetTokens }) => sql`(${rankKey}::bigint, ${searchVector(fields, facetTokens)}::tsvector)`,
      )
    await sql`insert into paper_search (rank_key, words) values ${sql.join(rows)}`.execute(db)
  }
}

export const removeFromSearch = async (db: Db, rankKey: RankKey): Promise<void> => {
  await sql`delete from paper_search where rank_key = ${rankKey}`.execute(db)
}

export const clearSearch = async (db: Db): Promise<void> => {
  await sql`truncate paper_search`.execute(db)
}
