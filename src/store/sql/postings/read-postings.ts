import { sql } from 'kysely'
import { readLevelCounts, type LevelCount } from '#core/search/ranking/postings.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import type { PostingsRow } from './add-segment.ts'

/** What a search may read: all segments but those that are being built, or are merged already. */
export type LiveSegments = { segments: number[]; papers: number }

export const liveSegments = async (db: Db): Promise<LiveSegments> => {
  const rows = await db
    .selectFrom('ranked_segments')
    .select(['segment', 'papers'])
    .where('state', '=', 'live')
    .execute()
  return {
    segments: rows.map(({ segment }) => segment),
    papers: rows.reduce((sum, { papers }) => sum + papers, 0),
  }
}

/** The first block of a word in a segment, with the numbers of all its postings. */
export type FirstBlock = PostingsRow & { counts: LevelCount[] }

export const readFirstBlocks = async (
  db: Db,
  { segments }: LiveSegments,
  terms: readonly string[],
): Promise<FirstBlock[]> => {
  if (terms.length === 0 || segments.length === 0) return []
  const rows = await db
    .selectFrom('ranked_postings')
    .selectAll()
    .where('segment', 'in', paddedKeys(segments))
    .where('term', 'in', paddedKeys(terms))
    .where('block', '=', 0)
    .execute()
  return rows.map((row) => ({ ...row, counts: readLevelCounts(row.postings) }))
}

type BlockKey = Pick<PostingsRow, 'segment' | 'term' | 'block'>

const BLOCKS_AT_ONCE = 100

/** Further blocks, which few words have. */
export const readBlocks = async (db: Db, keys: readonly BlockKey[]): Promise<PostingsRow[]> => {
  const found: PostingsRow[] = []
  for (let first = 0; first < keys.length; first += BLOCKS_AT_ONCE) {
    const some = keys.slice(first, first + BLOCKS_AT_ONCE)
    const last = some.at(-1)
    // One length for all statements, so that they stay prepared.
    const padded = last === undefined ? [] : [...some, ...Array<BlockKey>(BLOCKS_AT_ONCE - some.length).fill(last)]
    const values = sql.join(
      padded.map(({ segment, term, block }) => sql`(cast(${segment} as bigint), ${term}, cast(${block} as integer))`),
    )
    const { rows } = await sql<PostingsRow>`
      select * from ranked_postings where (segment, term, block) in (values ${values})`.execute(db)
    found.push(...rows)
  }
  return found
}
