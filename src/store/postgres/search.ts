import { hash } from 'node:crypto'
import {
  toIndexTokens,
  splitTokens,
  type IndexedFields,
  type IndexedText,
  allPapersToken,
  toIndexToken,
} from '#core/search/indexed-fields.ts'
import { MAX_QUERY_TERMS, searchFields, type SearchField, type Pattern } from '#core/search/search-query.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import type { FacetToken } from '#core/search/facet-token.ts'
import { sql, type RawBuilder } from 'kysely'
import { rankKeyAfterScore, type RankKey } from '#core/papers/score.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db } from '#store/rows.ts'
import { rowsOf } from './rows-of.ts'
import { requiredFacetTokens, type FoundRow, type IndexEntry, type IndexFilter } from '#store/sql/engine/engine.ts'

/** The tsvector weight of each field. */
const weightOf: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  title: 'A',
  authors: 'B',
  abstract: 'C',
  topics: 'D',
}

/** The lexeme of a word in a field. Words have no capital letters, so it cannot collide with a word. */
const fieldLexeme = (field: SearchField, token: string): string => weightOf[field] + token

/** 2^18 values: few enough for a small index, enough to rule out nearly all papers without the phrase. */
const phraseLexeme = (phrase: string): string => `P${hash('sha256', phrase, 'base64').slice(0, 3)}`

/**
 * The lexemes of consecutive words: one for each pair, and for a repeated word one for each repetition count. A paper
 * with a phrase has all lexemes of it.
 */
const phraseLexemes = (tokens: readonly string[]): string[] => {
  const keys: string[] = []
  let times = 1
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    times = before === token ? times + 1 : 1
    if (before === undefined || before === PHRASE_BREAK || token === PHRASE_BREAK) continue
    const phrase = times === 1 ? [before, token] : Array<string>(Math.min(times, MAX_QUERY_TERMS)).fill(token)
    keys.push(phraseLexeme(phrase.join(' ')))
  }
  return keys
}

/** A word quoted for tsvector and tsquery. */
const quoteLexeme = (token: string): string => `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Places one field's words from a position on; returns the next free position. A break leaves its position empty. */
const addPositions = (
  { positioned, unpositioned }: IndexedText,
  place: (token: string, position: number) => void,
  first: number,
): number => {
  const tokens = splitTokens(positioned)
  for (const [index, token] of tokens.entries()) if (token !== PHRASE_BREAK) place(token, first + index)
  const unorderedAt = first + tokens.length + 1
  // Unordered words share one position, so that no two of them are adjacent.
  for (const token of splitTokens(unpositioned)) place(token, unorderedAt)
  return unorderedAt + 2
}

/**
 * The tsvector literal of a paper: words with positions and field weights, then field, phrase and facet lexemes
 * without.
 */
const searchVector = (fields: IndexedFields, marks: readonly FacetToken[]): string => {
  const placed = new Map<string, string[]>()
  const keys = new Set<string>(toIndexTokens(marks))
  let next = 1
  for (const field of searchFields) {
    const weight = weightOf[field]
    const place = (token: string, position: number): void => {
      const places = placed.get(token) ?? []
      places.push(`${position}${weight}`)
      placed.set(token, places)
      keys.add(fieldLexeme(field, token))
    }
    for (const key of phraseLexemes(splitTokens(fields[field].positioned))) keys.add(key)
    next = addPositions(fields[field], place, next)
  }
  const words = [...placed].map(([token, places]) => `${quoteLexeme(token)}:${places.join(',')}`)
  return [...words, ...[...keys].map(quoteLexeme)].join(' ')
}

const queryLexeme = (token: string, flags: string): string => `${quoteLexeme(token)}${flags === '' ? '' : `:${flags}`}`

/**
 * The index alone finds single words; for a phrase it finds papers with all its lexemes, and the server compares the
 * words.
 */
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

/** The tsquery of a filter, every lexeme quoted; null if nothing can match. */
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

/**
 * Finds the matches in the word index. The planner does not know what reading words costs, since they are stored out of
 * line (TOAST): for a frequent word it would read all of them. It takes what a subquery returns to be rare.
 */
const matchesByIndex = (match: string): RawBuilder<unknown> => sql`words @@ (select ${match}::tsquery)`

/** Keeps the planner from reading in rank order. */
const UNORDERED = sql`(rank_key + 0)`

/** Papers examined in public order before anything else is tried. */
const FIRST_PART = 300

/** What it costs to take a match from the word index, if a check of a paper in public order costs 1. */
const COST_OF_MATCH = { word: 0.1, phrase: 1 }

/** The index finds phrases by their lexemes only; each paper is then checked like those in public order. */
const hasPhrase = ({ query }: IndexFilter): boolean =>
  [...(query?.all ?? []).flat(), ...(query?.none ?? [])].some(({ tokens }) => tokens.length > 1)

type Page = { filter: IndexFilter; match: string; after: RankKey; limit: number }

const pageQuery = (keys: RawBuilder<unknown>, limit: number): RawBuilder<FoundRow> => sql<FoundRow>`
  select papers.*, found.matches from (${keys} order by rank_key limit ${limit}) as found
  cross join lateral (select * from papers where rank_key = found.rank_key and state = 'accepted' offset 0) as papers
  order by found.rank_key`

/** The matches among the next papers in public order. */
const searchPart = async (db: Db, { filter, match, after, limit }: Page, examined: number): Promise<FoundRow[]> => {
  const next = sql`select rank_key, words from paper_search
    where ${keyCondition(sql.ref('rank_key'), filter, after)} order by rank_key limit ${examined}`
  const { rows } = await pageQuery(
    sql`select rank_key, null as matches from (${next} offset 0) as next where words @@ ${match}::tsquery`,
    limit,
  ).execute(db)
  return rows
}

const searchIndex = async (db: Db, { filter, match, after, limit }: Page): Promise<FoundRow[]> => {
  const { rows } = await pageQuery(
    sql`select ${UNORDERED} as rank_key, count(*) over () as matches from paper_search
      where ${matchesByIndex(match)} and ${keyCondition(UNORDERED, filter, after)}`,
    limit,
  ).execute(db)
  return rows
}

/** How many papers are searchable, as the last ANALYZE or VACUUM counted them. */
const countRoughly = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ papers: number }>`
    select reltuples as papers from pg_class where oid = 'paper_search'::regclass`.execute(db)
  return rows[0]?.papers ?? 0
}

/**
 * How many more papers in public order to examine for the rest of a page, after the first part had `found` matches; 0 if
 * the word index costs less. Twice as many as are needed if the matches go on to come as often.
 */
const nextPart = async (db: Db, { filter, limit }: Page, found: number): Promise<number> => {
  if (found === 0) return 0
  const needed = (FIRST_PART * (limit - found)) / found
  const matches = ((await countRoughly(db)) * found) / FIRST_PART
  const costOfIndex = matches * COST_OF_MATCH[hasPhrase(filter) ? 'phrase' : 'word']
  return needed < costOfIndex ? Math.ceil(2 * needed) : 0
}

/**
 * For frequent words the page fills up within the next few hundred papers, at the same cost for any corpus. How many matches
 * they have decides whether to go on in public order, or to have the word index find every match and take the best. All are
 * written out because the planner cannot choose between them: it knows neither which words are rare nor the cost of reading
 * words stored out of line.
 */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<FoundRow[]> => {
  const match = matchExpression(filter)
  if (match === null) return []
  const page = { filter, match, after, limit }
  const first = await searchPart(db, page, FIRST_PART)
  const last = first.at(-1)
  if (first.length === limit) return first
  const examined = await nextPart(db, page, first.length)
  if (last !== undefined && examined > 0) {
    const rest = { ...page, after: last.rank_key, limit: limit - first.length }
    const rows = [...first, ...(await searchPart(db, rest, examined))]
    if (rows.length === limit) return rows
  }
  return searchIndex(db, page)
}

export const matchingKeys = (filter: IndexFilter, limit: number): RawBuilder<unknown> | null => {
  const match = matchExpression(filter)
  if (match === null) return null
  return sql`
    select ${UNORDERED} as rank_key from paper_search
    where ${matchesByIndex(match)} and ${keyCondition(UNORDERED, filter, 0)}
    order by rank_key limit ${limit}`
}

/**
 * Counts up to `atMost` matches first, then, if there are more, all at once: the server does the work while this
 * process answers others. It cannot continue from where it stopped, because it reads in no order.
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
  // Materialized, so that the limit does not make reading all words look cheap; rows beyond it are not read even so.
  const { rows } = await sql<{ counted: number }>`
    with matching as materialized (
      select 1 from paper_search where ${matchesByIndex(match)} and ${keyCondition(UNORDERED, filter, 0)}
    )
    select count(*) as counted from (select 1 from matching limit ${isFirst ? atMost : null}::bigint) as found`.execute(
    db,
  )
  const { counted: found = 0 } = rows[0] ?? {}
  return { counted: found, after: isFirst && found === atMost ? 0 : null }
}

/**
 * Has the words of new papers enter the index together, which for 200 takes a third of the time of one after the other. Until then
 * searches read a list of them. Only the owner of the index may do this; for others PostgreSQL does it at 4 MB, and in each vacuum.
 */
export const indexAdded = async (db: Db): Promise<void> => {
  await sql`select gin_clean_pending_list(oid::regclass) from pg_class
    where oid = to_regclass('paper_search_words') and pg_has_role(relowner, 'USAGE')`.execute(db)
}

/** A statement may take five seconds, also on a machine that is busy with other work. */
const PAPERS_AT_ONCE = 200

/** Adds papers to the list that `indexAdded` empties. */
export const listForSearch = async (db: Db, papers: readonly IndexEntry[]): Promise<void> => {
  for (let first = 0; first < papers.length; first += PAPERS_AT_ONCE) {
    const rows = papers.slice(first, first + PAPERS_AT_ONCE).map(({ rankKey, fields, facetTokens }) => ({
      rank_key: rankKey,
      words: searchVector(fields, facetTokens),
    }))
    await sql`insert into paper_search (rank_key, words)
      select rank_key, words from ${rowsOf('paper_search', rows)}`.execute(db)
  }
}

export const addToSearch = async (db: Db, papers: readonly IndexEntry[]): Promise<void> => {
  await listForSearch(db, papers)
  await indexAdded(db)
}

export const removeFromSearch = async (db: Db, rankKey: RankKey): Promise<void> => {
  await sql`delete from paper_search where rank_key = ${rankKey}`.execute(db)
}

export const clearSearch = async (db: Db): Promise<void> => {
  await sql`truncate paper_search`.execute(db)
}
