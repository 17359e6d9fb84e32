import { sql } from 'kysely'
import { readLevelCounts, type LevelCount } from '#core/search/ranking/postings.ts'
import { findInPage, toBytes } from '#core/search/ranking/term-pages.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys, paddedWith } from '#store/sql/engine/engine.ts'

/** The segments that a search reads: all but those being built or already merged. */
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

const MAX_ATTEMPTS = 10

/**
 * Runs a read of several statements, and repeats it if another process merged and deleted segments meanwhile. A merge
 * changes no result, so the revision of the corpus does not show it.
 */
export const withLiveSegments = async <T>(db: Db, read: (live: LiveSegments) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const live = await liveSegments(db)
    const found = await read(live)
    const after = new Set((await liveSegments(db)).segments)
    if (attempt === MAX_ATTEMPTS || live.segments.every((segment) => after.has(segment))) return found
  }
}

/**
 * The first block of a word in a segment, with counts of all its postings. `further` caches the blocks after it that
 * were read so far, for a search that reads the word again.
 */
export type FirstBlock = {
  segment: number
  term: string
  postings: Uint8Array
  counts: LevelCount[]
  further: Uint8Array[]
}

type FoundPage = { segment: number; term: string; entries: Buffer | null }

/**
 * Looks up each word in each segment.
 * @param live null uses the segments of this moment, for a read of one statement
 */
export const readFirstBlocks = async (
  db: Db,
  live: LiveSegments | null,
  terms: readonly string[],
): Promise<FirstBlock[]> => {
  if (terms.length === 0 || live?.segments.length === 0) return []
  const asked = sql.join(paddedWith('', [...new Set(terms)]), sql`), (`)
  const read =
    live === null
      ? sql`live.state = 'live'`
      : sql`live.segment in (${sql.join(paddedKeys(live.segments).map((segment) => sql`cast(${segment} as bigint)`))})`
  // A word is on the last page that begins at or before it.
  const { rows } = await sql<FoundPage>`
    select live.segment, asked.column1 as term, (
      select page.entries from ranked_pages page
      where page.segment = live.segment and page.term <= cast(asked.column1 as text)
      order by page.term desc limit 1) as entries
    from (values (${asked})) as asked cross join ranked_segments live
    where asked.column1 <> '' and ${read}`.execute(db)
  return rows.flatMap(({ segment, term, entries }) => {
    const postings = entries === null ? null : findInPage(entries, toBytes(term))
    return postings === null ? [] : [{ segment, term, postings, counts: readLevelCounts(postings), further: [] }]
  })
}

const WORDS_AT_ONCE = 100

/** Pads the list of words; matches nothing. */
const NO_WORD = [0, '', 0, 0, 0]

type FoundBlock = { at: number; postings: Buffer }

/** How many blocks of a word are needed after the first. */
export type NeededBlocks = { word: FirstBlock; blocks: number }

/** Reads further blocks that were not read before; few words have any. */
export const readFurtherBlocks = async (db: Db, needed: readonly NeededBlocks[]): Promise<void> => {
  const missing = needed.filter(({ word, blocks }) => word.further.length < blocks)
  for (let first = 0; first < missing.length; first += WORDS_AT_ONCE) {
    const some = missing.slice(first, first + WORDS_AT_ONCE)
    const asked = paddedWith(
      NO_WORD,
      some.map(({ word, blocks }, at) => [at, word.term, word.segment, word.further.length, blocks]),
    ).map((values) => sql`(${sql.join(values)})`)
    const { rows } = await sql<FoundBlock>`
      select cast(asked.column1 as integer) as at, page.postings
      from (values ${sql.join(asked)}) as asked cross join ranked_blocks page
      where page.segment = cast(asked.column3 as bigint) and page.term = cast(asked.column2 as text)
        and page.block > cast(asked.column4 as integer) and page.block <= cast(asked.column5 as integer)
      order by asked.column1, page.block`.execute(db)
    for (const { at, postings } of rows) some[at]?.word.further.push(postings)
  }
}
