import { Failure } from '#core/failure.ts'
import { severities } from '#core/editorial/gap.ts'
import type { GapWriter, PrivateGapReader, PublicGapReader } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { queueRendering } from '#store/sql/renderings.ts'

export const publicGapReader = (db: Db): PublicGapReader => ({
  list: async (severity) => {
    const rows = await db
      .selectFrom('gaps')
      .leftJoin('gap_papers', 'gap_papers.gap_id', 'gaps.id')
      .leftJoin('papers', (join) =>
        join.onRef('papers.seq', '=', 'gap_papers.paper_seq').on('papers.state', '=', 'accepted'),
      )
      .select(['gaps.id', 'gaps.title', 'gaps.severity'])
      .select((eb) => eb.fn.count<number>('papers.seq').as('papers'))
      .$if(severity !== null, (query) => query.where('gaps.severity', '=', severity ?? 'medium'))
      .groupBy(['gaps.id', 'gaps.title', 'gaps.severity'])
      .execute()
    return rows.toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.papers - a.papers ||
        (a.title < b.title ? -1 : 1),
    )
  },
})

export const privateGapReader = (db: Db): PrivateGapReader => ({
  find: async (id) => {
    const row = await db.selectFrom('gaps').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const linked = await db
      .selectFrom('gap_papers')
      .innerJoin('papers', 'papers.seq', 'gap_papers.paper_seq')
      .select('papers.id')
      .where('gap_papers.gap_id', '=', id)
      .orderBy('papers.seq')
      .execute()
    const { title, severity, explanation, version } = row
    return { id, title, severity, explanation, version, paperIds: linked.map((paper) => paper.id) }
  },
  nextId: async () => {
    const rows = await db.selectFrom('gaps').select('id').where('id', 'like', 'g%').execute()
    const numbers = rows.map(({ id }) => Number(/^g(?<number>\d{1,9})$/u.exec(id)?.groups?.number ?? 0))
    return `g${Math.max(0, ...numbers) + 1}`
  },
})

const linkPapers = async (db: Db, id: string, paperIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('gap_papers').where('gap_id', '=', id).execute()
  if (paperIds.length === 0) return
  const linked = await db.selectFrom('papers').select(['seq', 'id']).where('id', 'in', paperIds).execute()
  const missing = paperIds.filter((paperId) => !linked.some((paper) => paper.id === paperId))
  if (missing.length > 0)
    throw new Failure('not_found', `There is no paper ${missing.join(', ')} to link to gap ${id}.`)
  for (const { seq } of linked) await db.insertInto('gap_papers').values({ gap_id: id, paper_seq: seq }).execute()
}

export const gapWriter = (scope: TransactionContext): GapWriter => ({
  put: async ({ id, title, severity, explanation, paperIds }, at) => {
    const { db } = scope
    const values = { title, severity, explanation, updated_at: at }
    const before = await db.selectFrom('gaps').select('id').where('id', '=', id).executeTakeFirst()
    await db
      .insertInto('gaps')
      .values({ id, ...values })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ ...values, version: eb('gaps.version', '+', 1) })),
      )
      .execute()
    await linkPapers(db, id, paperIds)
    await queueRendering(db, `gap:${id}`, explanation)
    scope.markPublicChange([{ kind: 'gap', id, event: before === undefined ? 'added' : 'revised' }])
  },
})
