import { sql, type Selectable } from 'kysely'
import { numberWriter, readPage, toBytes, type ByteString } from '#core/search/ranking/term-pages.ts'
import {
  postingList,
  type PostingList,
  addFirstBlock,
  encodePostings,
  mergePostings,
  posting,
  readLevelCounts,
  visitPostings,
} from '#core/search/ranking/postings.ts'
import type { Db, Tables } from '#store/rows.ts'
import { type SegmentWord, nextSegment, writeWords, type PostingsScope } from './segments.ts'
import type { RankingWriter } from '#ports/store/ranking.ts'
import { insertRows } from '#store/sql/engine/engine.ts'

/** The words of a merge step: from the first, up to but excluding `before`, or to the end if that is null. */
export type WordRange = { from: string; before: string | null }

type PageRow = Tables['ranked_pages']
type BlockRow = Tables['ranked_blocks']

/**
 * Pages with words of the range, of all segments being merged into one. SQLite keeps the order of a cross join; left to choose,
 * it would read all pages of the index, since they have the order that the result needs.
 */
const readPages = async (db: Db, target: number, { from, before }: WordRange): Promise<PageRow[]> => {
  const end = before === null ? sql`` : sql`and page.term < ${before}`
  const { rows } = await sql<PageRow>`
    select page.segment, page.term, page.entries from ranked_segments source
    cross join ranked_pages page
    where source.merged_into = ${target} and page.segment = source.segment and page.term >= coalesce(
      (select max(term) from ranked_pages where segment = source.segment and term <= ${from}), '') ${end}
    order by page.segment, page.term`.execute(db)
  return rows
}

const readFurther = async (db: Db, target: number, { from, before }: WordRange): Promise<BlockRow[]> => {
  const end = before === null ? sql`` : sql`and further.term < ${before}`
  const { rows } = await sql<BlockRow>`
    select further.* from ranked_segments source
    join ranked_blocks further on further.segment = source.segment and further.term >= ${from} ${end}
    where source.merged_into = ${target}`.execute(db)
  return rows
}

/** A word in one of the segments. */
type Part = { segment: number; first: Uint8Array }

/** @param list a buffer reused for each word */
const postingsOf = (parts: readonly Part[], further: readonly BlockRow[], list: PostingList): Float64Array => {
  let hasNegative = false
  const take = (seqs: Uint32Array, level: number): void => {
    if (level < 0) hasNegative = true
    for (const seq of seqs) list.add(posting(seq, level))
  }
  list.clear()
  for (const { segment, first } of parts) {
    if (addFirstBlock(first, list)) hasNegative = true
    if (further.length === 0) continue
    const counts = readLevelCounts(first)
    for (const { block, postings: bytes } of further.filter((row) => row.segment === segment))
      visitPostings({ block, bytes }, { counts, least: 0 }, take)
  }
  return hasNegative ? mergePostings(list.view()) : list.view()
}

/** The merged postings of the words of a range. */
const mergeWords = async (db: Db, target: number, range: WordRange): Promise<SegmentWord[]> => {
  const from = toBytes(range.from)
  const before = range.before === null ? null : toBytes(range.before)
  const parts = new Map<ByteString, Part[]>()
  for (const { segment, entries } of await readPages(db, target, range))
    for (const { term, postings: first } of readPage(entries)) {
      if (term < from || (before !== null && term >= before)) continue
      const known = parts.get(term)
      if (known === undefined) parts.set(term, [{ segment, first }])
      else known.push({ segment, first })
    }
  const further = Map.groupBy(await readFurther(db, target, range), ({ term }) => toBytes(term))
  const writer = numberWriter()
  const list = postingList()
  return [...parts.keys()].toSorted().flatMap((term): SegmentWord[] => {
    const some = parts.get(term) ?? []
    const blocks = further.get(term) ?? []
    const [only, ...others] = some
    // A word in only one segment, as most are, is copied.
    if (only !== undefined && others.length === 0 && blocks.length === 0) return [{ term, blocks: [only.first] }]
    const postings = postingsOf(some, blocks, list)
    return postings.length === 0 ? [] : [{ term, blocks: encodePostings(postings, writer) }]
  })
}

/** This many segments of similar size are merged into one; size tiers differ by the same factor. */
const MIN_MERGED = 4
/** Rows merged per step, to keep other writers waiting only briefly. Deleting a row costs far less. */
const ROWS_IN_STEP = 500
/**
 * Bulk writes leave many segments at once; merging them together rewrites each posting once, not once per tier. A step
 * takes at least one row of each.
 */
const MAX_MERGED = ROWS_IN_STEP
const DELETED_FOR_MERGED = 40
/** Small segments are deleted together, up to this many papers. */
const DELETED_PAPERS = 20_000

type Segment = Selectable<Tables['ranked_segments']>

const tierOf = ({ size }: Segment): number => Math.floor(Math.log(size) / Math.log(MIN_MERGED) + 1e-9)

const keysOf = (segments: readonly Segment[]): number[] => segments.map(({ segment }) => segment)

const sizeOf = (segments: readonly Segment[]): number => segments.reduce((sum, { size }) => sum + size, 0)

/** Chooses segments to merge and creates their target. */
const beginMerge = async (scope: PostingsScope, segments: readonly Segment[]): Promise<boolean> => {
  const tiers = Map.groupBy(segments, tierOf)
  const [, full] = [...tiers].toSorted(([a], [b]) => a - b).find(([, some]) => some.length >= MIN_MERGED) ?? []
  if (full === undefined) return false
  const sources = full.slice(0, MAX_MERGED)
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

/** The word that `rows` rows of a segment come before; null if fewer are left. */
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

/** Deletes merged segments: several small ones, or part of a large one. */
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

/** Does one small merge step; false when nothing is left to do. */
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

/** Merges everything; for use when no other writer is waiting. */
export const mergeAll = async (scope: PostingsScope): Promise<void> => {
  while (await mergeStep(scope));
}

/** Empties the ranking index. */
export const clearRanking = async (db: Db): Promise<void> => {
  for (const table of ['ranked_papers', 'ranked_pages', 'ranked_blocks', 'ranked_segments'] as const)
    await db.deleteFrom(table).execute()
}

export const rankingWriter = (scope: PostingsScope): RankingWriter => ({
  mergeStep: (rows) => mergeStep(scope, rows),
})
