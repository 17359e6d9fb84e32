import type { Selectable } from 'kysely'
import { mergePostings, posting, readLevelCounts, visitPostings, type Posting } from '#core/search/ranking/postings.ts'
import type { RankingWriter } from '#ports/store/ranking.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { nextSegment, postingsRows, type PostingsRow } from './add-segment.ts'

/** Segments of about one size that are merged into one; sizes differ by the same factor. */
const MERGED_AT_ONCE = 8
/** Rows of the largest segment that one step merges, so that writers wait for little. */
const ROWS_IN_STEP = 2_000
/** Rows that one step deletes, which costs less. */
const DELETED_IN_STEP = 20_000

type Segment = Selectable<Tables['ranked_segments']>

const tierOf = ({ size }: Segment): number => Math.floor(Math.log(size) / Math.log(MERGED_AT_ONCE) + 1e-9)

/** Chooses segments to merge and begins the one that they become. */
const beginMerge = async (scope: TransactionContext, segments: readonly Segment[]): Promise<boolean> => {
  const { db } = scope
  const tiers = Map.groupBy(segments, tierOf)
  const [, full] = [...tiers].toSorted(([a], [b]) => a - b).find(([, some]) => some.length >= MERGED_AT_ONCE) ?? []
  if (full === undefined) return false
  const sources = full.slice(0, MERGED_AT_ONCE)
  const sum = (of: 'papers' | 'size'): number => sources.reduce((total, one) => total + one[of], 0)
  const segment = await nextSegment(db)
  const row = { segment, papers: sum('papers'), size: sum('size'), state: 'building', merged_into: null, done_to: '' }
  await insertRows(scope, 'ranked_segments', [row as Segment])
  await db
    .updateTable('ranked_segments')
    .set({ merged_into: segment })
    .where(
      'segment',
      'in',
      sources.map((source) => source.segment),
    )
    .execute()
  return true
}

/** The last word of the next step; null for all that is left. */
const endOfStep = async (db: Db, segment: number, after: string, rows: number): Promise<string | null> => {
  const row = await db
    .selectFrom('ranked_postings')
    .select('term')
    .where('segment', '=', segment)
    .where('term', '>', after)
    .orderBy('term')
    .orderBy('block')
    .offset(rows)
    .limit(1)
    .executeTakeFirst()
  return row?.term ?? null
}

const postingsIn = (rows: readonly PostingsRow[]): Posting[] => {
  const found: Posting[] = []
  for (const some of Map.groupBy(rows, ({ segment }) => segment).values()) {
    const first = some.find(({ block }) => block === 0)
    if (first === undefined) continue
    const counts = readLevelCounts(first.postings)
    for (const { block, postings: bytes } of some)
      visitPostings({ block, bytes }, { counts, least: 0 }, (seq, level) => found.push(posting(seq, level)))
  }
  return found
}

const continueMerge = async (
  scope: TransactionContext,
  target: Segment,
  sources: readonly Segment[],
): Promise<void> => {
  const { db } = scope
  const after = target.done_to ?? ''
  const largest = sources.toSorted((a, b) => b.size - a.size)[0]
  const end = largest === undefined ? null : await endOfStep(db, largest.segment, after, ROWS_IN_STEP)
  const rows: PostingsRow[] = []
  for (const { segment } of sources)
    rows.push(
      ...(await db
        .selectFrom('ranked_postings')
        .selectAll()
        .where('segment', '=', segment)
        .where('term', '>', after)
        .$if(end !== null, (query) => query.where('term', '<=', end))
        .execute()),
    )
  const byTerm = Map.groupBy(rows, ({ term }) => term)
  const merged = new Map<string, Posting[]>()
  for (const [term, some] of byTerm) {
    const postings = mergePostings(postingsIn(some))
    if (postings.length > 0) merged.set(term, postings)
  }
  await insertRows(scope, 'ranked_postings', postingsRows(target.segment, merged))
  const update = db.updateTable('ranked_segments')
  if (end !== null) {
    await update.set({ done_to: end }).where('segment', '=', target.segment).execute()
    return
  }
  await update.set({ state: 'dead' }).where('merged_into', '=', target.segment).execute()
  await update.set({ state: 'live', done_to: null }).where('segment', '=', target.segment).execute()
}

/** Deletes some rows of a segment that was merged, then the segment. */
const clearDead = async (db: Db, { segment }: Segment): Promise<void> => {
  const end = await endOfStep(db, segment, '', DELETED_IN_STEP)
  await db
    .deleteFrom('ranked_postings')
    .where('segment', '=', segment)
    .$if(end !== null, (query) => query.where('term', '<=', end))
    .execute()
  if (end === null) await db.deleteFrom('ranked_segments').where('segment', '=', segment).execute()
}

const mergeStep = async (scope: TransactionContext): Promise<boolean> => {
  const segments = await scope.db.selectFrom('ranked_segments').selectAll().orderBy('segment').execute()
  const target = segments.find(({ state }) => state === 'building')
  const dead = segments.find(({ state }) => state === 'dead')
  if (target !== undefined)
    await continueMerge(
      scope,
      target,
      segments.filter(({ merged_into: into }) => into === target.segment),
    )
  else if (dead !== undefined) await clearDead(scope.db, dead)
  else return beginMerge(scope, segments)
  return true
}

export const rankingWriter = (scope: TransactionContext): RankingWriter => ({ mergeStep: () => mergeStep(scope) })
