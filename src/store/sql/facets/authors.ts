import { sql, type RawBuilder } from 'kysely'
import { authorSearch } from '#core/following/followed-search.ts'
import type { RankKey } from '#core/papers/score.ts'
import { MAX_AUTHORED_PAPERS, MAX_NAMES_COMPARED, recurringAuthors } from '#core/search/author-counts.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { joinQueryTerms, parseQueryTerms, type Pattern } from '#core/search/search-query.ts'
import { doStepsApart, mapTextsInSteps } from '#core/steps.ts'
import { textKey } from '#core/text/tokenize.ts'
import { noAuthors, type AuthorCounts } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys, type Engine, type IndexFilter } from '#store/sql/engine/engine.ts'

/** Authors have no tokens in the index and no counters: a library has as many as papers, most of them with one. */

type Scope = { db: Db; engine: Engine }

const PAPERS_AT_ONCE = 100

/** The papers by certain authors: what the index knows of them, and the keys of those whose names were compared. */
export type Authored = { words: Pattern[]; among: NonNullable<IndexFilter['among']> }

type Names = { key: RankKey; names: readonly string[] }

const readNames = async (db: Db, keys: readonly RankKey[]): Promise<Names[]> => {
  const rows = await db
    .selectFrom('papers')
    .select(['rank_key', 'authors'])
    .where('state', '=', 'accepted')
    .where('rank_key', 'in', paddedKeys(keys))
    .orderBy('rank_key')
    .execute()
  return rows.map(({ rank_key, authors }) => ({ key: rank_key, names: JSON.parse(authors) as string[] }))
}

/** The papers with the words of a name next to each other, in public order, at most one more than are compared. */
const findByWords = async ({ db, engine }: Scope, name: string): Promise<{ words: Pattern[]; keys: RankKey[] }> => {
  const query = joinQueryTerms(parseQueryTerms(authorSearch(name)))
  const wanted = engine.matchingKeys({ ...everyPaper, query }, MAX_AUTHORED_PAPERS + 1)
  if (wanted === null) return { words: [], keys: [] }
  const { rows } = await db.executeQuery<{ rank_key: RankKey }>(wanted.compile(db))
  return { words: query.all.flat(), keys: rows.map(({ rank_key }) => rank_key) }
}

/** The papers with an author of one of these names, compared as on the pages of authors; null if there are none. */
export const findAuthored = async (scope: Scope, given: readonly string[]): Promise<Authored | null> => {
  const { db, engine } = scope
  const words: Pattern[] = []
  const found = new Set<RankKey>()
  let areAll = true
  let compared = 0
  for (const [wanted, name] of new Map(given.map((one) => [textKey(one), one]))) {
    const byWords = await findByWords(scope, name)
    words.push(...byWords.words)
    const keys = byWords.keys.slice(0, MAX_AUTHORED_PAPERS)
    let first = 0
    for (; first < keys.length && compared < MAX_NAMES_COMPARED; first += PAPERS_AT_ONCE)
      for (const { key, names } of await readNames(db, keys.slice(first, first + PAPERS_AT_ONCE))) {
        const named = await doStepsApart(mapTextsInSteps(names, textKey), () => engine.letOthersRun(db))
        compared += named.length
        if (named.includes(wanted)) found.add(key)
      }
    areAll &&= first >= byWords.keys.length
  }
  return found.size === 0 ? null : { words, among: { keys: [...found].toSorted((a, b) => a - b), areAll } }
}

/** Papers whose authors are counted for one page, and how many names they may have: about two milliseconds. */
export const MAX_PAPERS_COUNTED = 500
const MAX_NAMES_COUNTED = 5_000
/** The authors of a paper with more of them, about a hundred, are not counted. */
const MAX_CHARACTERS_OF_AUTHORS = 2_000
const AUTHORS_SHOWN = 8

/** As many of the lists as have so many names. */
const someLists = (lists: readonly (string[] | null)[]): string[][] => {
  const read: string[][] = []
  let names = 0
  for (const list of lists) {
    if (names >= MAX_NAMES_COUNTED) break
    if (list === null) continue
    read.push(list)
    names += list.length
  }
  return read
}

/**
 * Counts the authors of papers, those of at least two.
 * @param keys a query for the `rank_key` of at most `MAX_PAPERS_COUNTED` papers
 */
export const countAuthors = async (db: Db, keys: RawBuilder<unknown>): Promise<AuthorCounts> => {
  // Aggregated into one row: a thousand rows would take longer to transfer than to find.
  const { rows } = await sql<{ lists: string | null }>`
    select string_agg(case when length(papers.authors) <= ${MAX_CHARACTERS_OF_AUTHORS} then papers.authors else 'null' end, ',') as lists
    from (${keys}) as found join papers on papers.rank_key = found.rank_key and papers.state = 'accepted'`.execute(db)
  const lists = JSON.parse(`[${rows[0]?.lists ?? ''}]`) as (string[] | null)[]
  const counted = someLists(lists)
  return {
    authors: recurringAuthors(counted)
      .slice(0, AUTHORS_SHOWN)
      .map(({ name, papers }) => ({ value: name, label: name, papers })),
    papers: counted.length,
    areAll: counted.length === lists.length && lists.length < MAX_PAPERS_COUNTED,
  }
}

/** The same for the first matches of a filter in public order. */
export const countAuthorsOfMatches = async ({ db, engine }: Scope, filter: IndexFilter): Promise<AuthorCounts> => {
  const keys = engine.matchingKeys(filter, MAX_PAPERS_COUNTED)
  if (keys === null) return noAuthors
  const counted = await countAuthors(db, keys)
  return { ...counted, areAll: counted.areAll && filter.among?.areAll !== false }
}
