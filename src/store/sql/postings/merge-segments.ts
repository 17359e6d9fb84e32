import { sql, type Selectable } from 'kysely'
import type { RankingWriter } from '#ports/store/ranking.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { mergeWords } from './merge-words.ts'
import { nextSegment, writeWords, type PostingsScope } from './write-segment.ts'

/** So many segments of about one size become one; sizes differ by the same factor. */
const LEAST_MERGED = 4
/** Rows that one step merges, so that writers wait for little; deleting one costs far less. */
const ROWS_IN_STEP = 500
/**
 * A bulk leaves many at once: each posting is then written once more, not once for each size. A step takes a row of each
 * at least.
 */
const MOST_MERGED = ROWS_IN_STEP
const DELETED_FOR_MERGED = 40
/** Small segments are deleted together. */
const DELETED_PAPERS = 20_000

type Segment = Selectable<Tables['ranked_segments']>

const tierOf = ({ size }: Segment): number => Math.floor(Math.log(size) / Math.log(LEAST_MERGED) + 1e-9)

const keysOf = (segments: readonly Segment[]): number[] => segments.map(({ segment }) => segment)

const sizeOf = (segments: readonly Segment[]): number => segments.reduce((sum, { size }) => sum + size, 0)

/** Chooses segments to merge and begins the one that they become. */
const beginMerge = async (scope: PostingsScope, segments: readonly Segment[]): Promise<boolean> => {
  const tiers = Map.groupBy(segments, tierOf)
  const [, full] = [...tiers].toSorted(([a], [b]) => a - b).find(([, some]) => some.length >= LEAST_MERGED) ?? []
  if (full === undefined) return false
  const sources = full.slice(0, MOST_MERGED)
  const segment = await nextSegment(scope.db)
  const papers = sources.reduce((sum, one) => sum + one.papers, 0)
  const row = { segment, papers, size: sizeOf(sources), state: 'building', merged_into: null, done_to: '' } as const
  await insertRows(scope, 'ranked_segments', [row])
  await scope.db
    .updateTable('ranked_segments')
    .set({ merged_into: segment })
    .where('segment', 'in', keysOf(sources))
    .execute()
  return true
}

/** The word that so many rows of a segment lie before; null when fewer are left. */
const endOfStep = async (db: Db, segment: number, after: string, rows: number): Promise<string | null> => {
  const found = await sql<{ term: string }>`
    select term from (
      select term from ranked_pages where segment = ${segment} and term > ${after}
      union all select term from ranked_blocks where segment = ${segment} and term > ${after}
    ) as one order by term limit 1 offset ${rows}`.execute(db)
  return found.rows[0]?.term ?? null
}

type Merge = { target: Segment; sources: readonly Segment[]; rows: number }

const continueMerge = async (scope: PostingsScope, { target, sources, rows }: Merge): Promise<void> => {
  const { db } = scope
  const from = target.done_to ?? ''
  const [largest] = sources.toSorted((a, b) => b.size - a.size)
  const share = largest === undefined ? 0 : Math.ceil((rows * largest.size) / sizeOf(sources))
  const before = largest === undefined ? null : await endOfStep(db, largest.segment, from, share)
  await writeWords(scope, target.segment, await mergeWords(db, target.segment, { from, before }))
  const update = db.updateTable('ranked_segments')
  if (before !== null) {
    await update.set({ done_to: before }).where('segment', '=', target.segment).execute()
    return
  }
  await update.set({ state: 'dead', merged_into: null }).where('merged_into', '=', target.segment).execute()
  await update.set({ state: 'live', done_to: null }).where('segment', '=', target.segment).execute()
}

const deleteRows = async (db: Db, segments: readonly number[], before: string | null): Promise<void> => {
  for (const table of ['ranked_pages', 'ranked_blocks'] as const)
    await db
      .deleteFrom(table)
      .where('segment', 'in', segments)
      .$if(before !== null, (query) => query.where('term', '<', before))
      .execute()
  if (before === null) await db.deleteFrom('ranked_segments').where('segment', 'in', segments).execute()
}

/** Deletes segments that were merged: several small ones, or a part of a large one. */
const clearDead = async (db: Db, dead: readonly Segment[], rows: number): Promise<void> => {
  let papers = 0
  const some = dead.filter(({ size }, index) => {
    papers += size
    return index === 0 || papers <= DELETED_PAPERS
  })
  const [first] = some
  const isPart = some.length === 1 && first !== undefined
  await deleteRows(db, keysOf(some), isPart ? await endOfStep(db, first.segment, '', rows) : null)
}

/** Does one small step of merging; false when nothing is left to merge. */
export const mergeStep = async (scope: PostingsScope, rows: number = ROWS_IN_STEP): Promise<boolean> => {
  const segments = await scope.db.selectFrom('ranked_segments').selectAll().orderBy('segment').execute()
  const target = segments.find(({ state }) => state === 'building')
  const dead = segments.filter(({ state }) => state === 'dead')
  if (target !== undefined)
    await continueMerge(scope, {
      target,
      sources: segments.filter(({ merged_into: into }) => into === target.segment),
      rows,
    })
  else if (dead.length > 0) await clearDead(scope.db, dead, rows * DELETED_FOR_MERGED)
  else return beginMerge(scope, segments)
  return true
}

/** Merges all that there is to merge, where nobody else waits to write. */
export const mergeAll = async (scope: PostingsScope): Promise<void> => {
  while (await mergeStep(scope));
}

/** Leaves the ranking empty. */
export const clearRanking = async (db: Db): Promise<void> => {
  for (const table of ['ranked_papers', 'ranked_pages', 'ranked_blocks', 'ranked_segments'] as const)
    await db.deleteFrom(table).execute()
}

export const rankingWriter = (scope: PostingsScope): RankingWriter => ({
  mergeStep: (rows) => mergeStep(scope, rows),
})
