import { sql } from 'kysely'
import { readLevelCounts, type LevelCount } from '#core/search/ranking/postings.ts'
import { findInPage, toBytes } from '#core/search/ranking/term-pages.ts'
import type { Db, Tables } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** What a search may read: all segments but those that are being built, or are merged already. */
export type LiveSegments = { segments: number[]; papers: number }

const liveSegments = async (db: Db): Promise<LiveSegments> => {
  const rows = await db
    .selectFrom('ranked_segments')
    .select(['segment', 'papers'])
    .where('state', '=', 'live')
    .orderBy('segment')
    .execute()
  return {
    segments: rows.map(({ segment }) => segment),
    papers: rows.reduce((sum, { papers }) => sum + papers, 0),
  }
}

/** Merges end seldom, and others begin behind them. */
const MOST_ATTEMPTS = 10

/**
 * Reads what needs several statements. Another process may merge the segments and delete them meanwhile: then all is
 * read again. A merge changes no answer, so the revision of the corpus does not tell of it.
 */
export const withLiveSegments = async <T>(db: Db, read: (live: LiveSegments) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const live = await liveSegments(db)
    const found = await read(live)
    const after = new Set((await liveSegments(db)).segments)
    if (attempt === MOST_ATTEMPTS || live.segments.every((segment) => after.has(segment))) return found
  }
}

/** The first block of a word in a segment, with the numbers of all its postings. */
export type FirstBlock = { segment: number; term: string; postings: Uint8Array; counts: LevelCount[] }

type FoundPage = { segment: number; term: string; entries: Buffer }

/** Looks each word up in each segment once. */
export const readFirstBlocks = async (
  db: Db,
  { segments }: LiveSegments,
  terms: readonly string[],
): Promise<FirstBlock[]> => {
  if (terms.length === 0 || segments.length === 0) return []
  const asked = sql.join(paddedKeys(terms).map((term) => sql`(cast(${term} as text))`))
  const within = sql.join(paddedKeys(segments).map((segment) => sql`cast(${segment} as bigint)`))
  const { rows } = await sql<FoundPage>`
    with asked (term) as (select distinct column1 from (values ${asked}) as given)
    select page.segment, asked.term, page.entries from ranked_segments live
    cross join asked
    join ranked_pages page on page.segment = live.segment
      and page.term = (select max(term) from ranked_pages where segment = live.segment and term <= asked.term)
    where live.segment in (${within})`.execute(db)
  return rows.flatMap(({ segment, term, entries }) => {
    const postings = findInPage(entries, toBytes(term))
    return postings === null ? [] : [{ segment, term, postings, counts: readLevelCounts(postings) }]
  })
}

type BlockRow = Tables['ranked_blocks']
type BlockKey = Pick<BlockRow, 'segment' | 'term' | 'block'>

const BLOCKS_AT_ONCE = 100

/** Further blocks, which few words have. */
export const readBlocks = async (db: Db, keys: readonly BlockKey[]): Promise<BlockRow[]> => {
  const found: BlockRow[] = []
  for (let first = 0; first < keys.length; first += BLOCKS_AT_ONCE) {
    const some = keys.slice(first, first + BLOCKS_AT_ONCE)
    const last = some.at(-1)
    // One length for all statements, so that they stay prepared.
    const padded = last === undefined ? [] : [...some, ...Array<BlockKey>(BLOCKS_AT_ONCE - some.length).fill(last)]
    const values = sql.join(
      padded.map(({ segment, term, block }) => sql`(cast(${segment} as bigint), ${term}, cast(${block} as integer))`),
    )
    const { rows } = await sql<BlockRow>`
      select * from ranked_blocks where (segment, term, block) in (values ${values})`.execute(db)
    found.push(...rows)
  }
  return found
}
