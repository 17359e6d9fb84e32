import type { Paper } from '#core/papers/paper.ts'
import type { DuePaper, UpstreamReader, UpstreamWriter } from '#ports/store/upstream.ts'
import type { Db } from '#store/rows.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { getPaperRow } from '#store/sql/papers/paper-reader.ts'

const publicPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .leftJoin('upstream_checks as done', 'done.paper_seq', 'papers.seq')
    .selectAll('papers')
    .select(['done.failed_url', 'done.failed_since'])
    .where('papers.state', '=', 'accepted')

type Row = Awaited<ReturnType<ReturnType<typeof publicPapers>['execute']>>[number]

const fromRow = ({ failed_url: url, failed_since: since, ...row }: Row): DuePaper => ({
  seq: row.seq,
  paper: paperFromRow(row),
  failure: url === null || since === null ? null : { url, since },
})

const listDue = async (
  db: Db,
  ...[{ before, failedBefore, after, limit }]: Parameters<UpstreamReader['listDue']>
): Promise<DuePaper[]> => {
  const rows = await publicPapers(db)
    .where('papers.seq', '>', after)
    .where((eb) =>
      eb.or([
        eb('done.checked_at', 'is', null),
        eb('done.checked_at', '<', before),
        eb.and([eb('done.failed_url', 'is not', null), eb('done.checked_at', '<', failedBefore)]),
      ]),
    )
    .orderBy('papers.seq')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

const listAfter = async (
  db: Db,
  ...[id, { inReview, limit }]: Parameters<UpstreamReader['listAfter']>
): Promise<Paper[]> => {
  const first = id === null ? 0 : (await getPaperRow(db, id)).seq
  const states = inReview ? (['accepted', 'pending', 'changes_requested'] as const) : (['accepted'] as const)
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('seq', '>', first)
    .where('state', 'in', states)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(paperFromRow)
}

const findPublic = async (db: Db, paperId: string): Promise<DuePaper | null> => {
  const row = await publicPapers(db).where('papers.id', '=', paperId).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

const saveCheck = async (
  db: Db,
  ...[paperId, { at, failure }]: Parameters<UpstreamWriter['saveCheck']>
): Promise<void> => {
  const { seq } = await getPaperRow(db, paperId)
  const check = { checked_at: at, failed_url: failure?.url ?? null, failed_since: failure?.since ?? null }
  await db
    .insertInto('upstream_checks')
    .values({ paper_seq: seq, ...check })
    .onConflict((conflict) => conflict.column('paper_seq').doUpdateSet(check))
    .execute()
}

export const upstreamReader = (db: Db): UpstreamReader => ({
  listDue: (given) => listDue(db, given),
  listAfter: (...args) => listAfter(db, ...args),
  findPublic: (paperId) => findPublic(db, paperId),
})

export const upstreamWriter = (db: Db): UpstreamWriter => ({
  saveCheck: (...args) => saveCheck(db, ...args),
})
