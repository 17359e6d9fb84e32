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
import { fewCitedKeys, isCited, papersWithKeys } from '#store/sql/facets/cited-filter.ts'
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

/** What a pattern looks for: the words in their places, or only what the index knows of them. */
type Depth = 'words' | 'lexemes'

/**
 * The index alone finds single words; of a phrase it finds the papers with all its lexemes, and the server compares the
 * words of these.
 */
const matchPattern = ({ field, tokens, prefix }: Pattern, depth: Depth): string => {
  const flags = (index: number): string => (prefix && index === tokens.length - 1 ? '*' : '')
  const inField =
    field === null ? [] : tokens.map((token, index) => queryLexeme(fieldLexeme(field, token), flags(index)))
  const anywhere = tokens.map((token, index) => queryLexeme(token, flags(index)))
  if (tokens.length === 1) return inField[0] ?? anywhere[0] ?? ''
  const keys = phraseLexemes(prefix ? tokens.slice(0, -1) : tokens).map(quoteLexeme)
  if (depth === 'lexemes') {
    const words = keys.length === 0 ? anywhere : anywhere.slice(prefix ? -1 : tokens.length)
    return `(${[...keys, ...inField, ...words].join(' & ')})`
  }
  const weight = field === null ? '' : weightOf[field]
  const inRow = tokens.map((token, index) => queryLexeme(token, flags(index) + weight)).join(' <-> ')
  return `(${[...keys, ...inField, `(${inRow})`].join(' & ')})`
}

const anyOf = (patterns: readonly Pattern[], depth: Depth = 'words'): string =>
  `(${patterns.map((pattern) => matchPattern(pattern, depth)).join(' | ')})`

const facetLexeme = (token: FacetToken): string => quoteLexeme(toIndexToken(token))

/** The tsquery of a filter, every lexeme quoted; null if nothing can match. What is unwanted is always compared word by word. */
export const matchExpression = (filter: IndexFilter, depth: Depth): string | null => {
  const { query, anyOf: facetGroups = [], except = [] } = filter
  if (query !== null && query.all.length === 0 && query.none.length === 0) return null
  const wanted = [
    ...(query?.all ?? []).map((patterns) => anyOf(patterns, depth)),
    ...requiredFacetTokens(filter).map(facetLexeme),
    ...facetGroups.map((tokens) => `(${tokens.map(facetLexeme).join(' | ')})`),
  ]
  const all = wanted.length === 0 ? quoteLexeme(allPapersToken) : wanted.join(' & ')
  const none = query?.none ?? []
  const unwanted = [
    ...(none.length === 0 ? [] : [anyOf(none)]),
    ...except.map((groups) => `(${groups.map((patterns) => anyOf(patterns)).join(' & ')})`),
  ]
  return [all, ...unwanted.map((patterns) => `!${patterns}`)].join(' & ')
}

const keyCondition = (
  key: RawBuilder<unknown>,
  { minLongHorizon, among, cited }: IndexFilter,
  after: RankKey,
): RawBuilder<unknown> => {
  const conditions = [sql`${key} > ${after}::bigint`]
  if (minLongHorizon !== null) conditions.push(sql`${key} < ${rankKeyAfterScore(minLongHorizon)}::bigint`)
  if (among !== undefined) conditions.push(sql`${key} = any(${`{${among.keys.join()}}`}::bigint[])`)
  if (cited !== undefined) conditions.push(isCited(key))
  return sql.join(conditions, sql` and `)
}

/** Keeps the planner from reading in rank order. */
const UNORDERED = sql`(rank_key + 0)`

/** What every match of a filter has, and what the index of words can tell of it; the same if the index can tell all. */
type Match = { filter: IndexFilter; words: string; lexemes: string }

/** Null if nothing can match. */
const toMatch = (filter: IndexFilter): Match | null => {
  const words = matchExpression(filter, 'words')
  const lexemes = matchExpression(filter, 'lexemes')
  return words === null || lexemes === null ? null : { filter, words, lexemes }
}

/** Where to look: after a key, at so many papers in public order; null for all. */
type Reach = { after: RankKey; examined: number | null }

const nextInOrder = (filter: IndexFilter, after: RankKey, examined: number): RawBuilder<unknown> => sql`
  select rank_key, words from paper_search
  where ${keyCondition(sql.ref('rank_key'), filter, after)} order by rank_key limit ${examined}`

/**
 * A bounded reach is found in the index of keys, and what is in both indexes is read. No key is below 0: with this OR the planner has
 * to join the two, and cannot read the whole reach instead, as it would if the papers of the reach lie together.
 */
const isWithin = (filter: IndexFilter, { after, examined }: Reach): RawBuilder<unknown> =>
  examined === null
    ? keyCondition(UNORDERED, filter, after)
    : sql`(${keyCondition(sql.ref('rank_key'), filter, after)}
        and rank_key <= (select max(rank_key) from (${nextInOrder(filter, after, examined)}) as reach) or rank_key < 0)`

/**
 * Finds papers in the word index. The planner does not know what reading words costs, since they are stored out of
 * line (TOAST): for a frequent word it would read all of them. It takes what a subquery returns to be rare.
 */
const foundByIndex = ({ filter, lexemes }: Match, reach: Reach): RawBuilder<unknown> => sql`
  from paper_search where words @@ (select ${lexemes}::tsquery) and ${isWithin(filter, reach)}`

const everywhere: Reach = { after: 0, examined: null }

/**
 * The keys of matches in public order. The words of a phrase are compared in this order, and only until there are enough matches:
 * reading the words of a paper takes ten times as long as finding it.
 */
const keysInOrder = (match: Match, reach: Reach): RawBuilder<unknown> =>
  match.words === match.lexemes
    ? sql`select ${UNORDERED} as rank_key ${foundByIndex(match, reach)} order by rank_key`
    : sql`select rank_key from (
        select ${UNORDERED} as rank_key, words ${foundByIndex(match, reach)} order by rank_key offset 0) as candidates
      where words @@ ${match.words}::tsquery order by rank_key`

/** Papers examined in public order before anything else is tried. */
const FIRST_PART = 300

/**
 * What it costs to take a paper that the word index found; to see in this index that it has a word; and to see in the index of
 * keys that it is among the next, if a check of a paper in public order costs 1.
 */
const COST = { found: 0.1, entry: 0.02, key: 0.05 }

/** A word and a prefix have no lexeme together: how many papers have both, the first part does not tell. */
const hasUnkeyedPhrase = ({ query }: IndexFilter): boolean =>
  (query?.all ?? []).flat().some(({ tokens, prefix }) => prefix && tokens.length === 2)

type Page = { match: Match; after: RankKey; limit: number }

/** @param keys in public order, with the number of all matches where it is known */
const pageQuery = (keys: RawBuilder<unknown>, limit: number): RawBuilder<FoundRow> => sql<FoundRow>`
  select papers.*, found.matches from (${keys} limit ${limit}) as found
  cross join lateral (select * from papers where rank_key = found.rank_key and state = 'accepted' offset 0) as papers
  order by found.rank_key`

/** The matches among the next papers in public order. */
const searchPart = async (db: Db, { match, after, limit }: Page, examined: number): Promise<FoundRow[]> => {
  const { rows } = await pageQuery(
    sql`select rank_key, null as matches from (${nextInOrder(match.filter, after, examined)} offset 0) as next
      where words @@ ${match.words}::tsquery order by rank_key`,
    limit,
  ).execute(db)
  return rows
}

/** The matches that the word index finds among the next papers, or all. It knows how many there are, unless words are compared. */
const searchIndex = async (db: Db, { match, after, limit }: Page, examined: number | null): Promise<FoundRow[]> => {
  const isCounted = examined === null && match.words === match.lexemes
  const matches = isCounted ? sql`count(*) over ()` : sql`null`
  const { rows } = await pageQuery(
    sql`select rank_key, ${matches} as matches from (${keysInOrder(match, { after, examined })}) as keys order by rank_key`,
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

/** How to find matches among so many further papers. */
type NextPart = { search: typeof searchPart; examined: number }

/**
 * What costs least for the rest of a page, after the first part had `found` matches: to read on in public order, or to take what the
 * word index finds that far, twice as far as is needed if the matches go on to come as often. Null for all that the index finds.
 */
const chooseNext = async (db: Db, { match, limit }: Page, found: number): Promise<NextPart | null> => {
  if (found === 0) return null
  const needed = (FIRST_PART * (limit - found)) / found
  const examined = Math.ceil(2 * needed)
  const papers = await countRoughly(db)
  const candidates = hasUnkeyedPhrase(match.filter) ? papers : (papers * found) / FIRST_PART
  const byIndex = candidates * COST.entry + examined * COST.key
  if (candidates * COST.found <= Math.min(needed, byIndex)) return null
  return { search: needed < byIndex ? searchPart : searchIndex, examined }
}

/**
 * For frequent words the page fills up within the next few hundred papers, at the same cost for any corpus. How many matches
 * they have decides how to go on. All ways are written out because the planner cannot choose between them: it knows neither which
 * words are rare nor the cost of reading words stored out of line.
 */
export const searchPage = async (db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<FoundRow[]> => {
  const few = fewCitedKeys(filter, after, limit)
  if (few !== null) return (await papersWithKeys(few).execute(db)).rows as FoundRow[]
  const match = toMatch(filter)
  if (match === null) return []
  const page = { match, after, limit }
  const first = await searchPart(db, page, FIRST_PART)
  const last = first.at(-1)
  if (first.length === limit) return first
  const next = await chooseNext(db, page, first.length)
  if (last !== undefined && next !== null) {
    const rest = { ...page, after: last.rank_key, limit: limit - first.length }
    const rows = [...first, ...(await next.search(db, rest, next.examined))]
    if (rows.length === limit) return rows
  }
  return searchIndex(db, page, null)
}

export const matchingKeys = (filter: IndexFilter, limit: number): RawBuilder<unknown> | null => {
  const few = fewCitedKeys(filter, 0, limit)
  if (few !== null) return few
  const match = toMatch(filter)
  return match === null ? null : sql`${keysInOrder(match, everywhere)} limit ${limit}`
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
  const match = toMatch(filter)
  if (match === null) return { counted: 0, after: null }
  const isFirst = counted === 0
  const matching =
    match.words === match.lexemes
      ? sql`select 1 ${foundByIndex(match, everywhere)}`
      : sql`select 1 from (select words ${foundByIndex(match, everywhere)} offset 0) as candidates
          where words @@ ${match.words}::tsquery`
  // Materialized, so that the limit does not make reading all words look cheap; rows beyond it are not read even so.
  const { rows } = await sql<{ counted: number }>`
    with matching as materialized (${matching})
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
