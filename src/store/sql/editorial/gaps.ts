import { Failure } from '#core/failure.ts'
import { type GapEntry, severities, stateAfter } from '#core/editorial/gap.ts'
import type { GapWriter, PrivateGapReader, PublicGapReader } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { putMarks } from '#store/sql/evidence.ts'
import { queueRendering } from '#store/sql/renderings.ts'

/** The histories of gaps by their ids, oldest entry first. */
export const gapHistories = async (db: Db, ids: readonly string[]): Promise<Map<string, GapEntry[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('gap_history')
    .selectAll()
    .where('gap_id', 'in', [...ids])
    .orderBy('gap_id')
    .orderBy('number')
    .execute()
  const named = await db
    .selectFrom('gap_history_papers as named')
    .innerJoin('papers', 'papers.seq', 'named.paper_seq')
    .select(['named.gap_id', 'named.number', 'papers.id'])
    .where('named.gap_id', 'in', [...ids])
    .where('papers.state', '=', 'accepted')
    .orderBy('papers.seq')
    .execute()
  const papers = Map.groupBy(named, ({ gap_id, number }) => `${gap_id} ${number}`)
  const entries = Map.groupBy(rows, ({ gap_id }) => gap_id)
  return new Map(
    [...entries].map(([id, some]) => [
      id,
      some.map(({ gap_id, number, entry, at, reason }) => ({
        entry,
        at,
        reason,
        papers: (papers.get(`${gap_id} ${number}`) ?? []).map((paper) => paper.id),
      })),
    ]),
  )
}

export const publicGapReader = (db: Db): PublicGapReader => ({
  list: async (severity, state = null) => {
    const rows = await db
      .selectFrom('gaps')
      .leftJoin('gap_papers', 'gap_papers.gap_id', 'gaps.id')
      .leftJoin('papers', (join) =>
        join.onRef('papers.seq', '=', 'gap_papers.paper_seq').on('papers.state', '=', 'accepted'),
      )
      .select(['gaps.id', 'gaps.title', 'gaps.severity', 'gaps.state'])
      .select((eb) => eb.fn.count<number>('papers.seq').as('papers'))
      .$if(severity !== null, (query) => query.where('gaps.severity', '=', severity ?? 'medium'))
      .$if(state !== null, (query) => query.where('gaps.state', '=', state ?? 'open'))
      .groupBy(['gaps.id', 'gaps.title', 'gaps.severity', 'gaps.state'])
      .execute()
    return rows.toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.papers - a.papers ||
        (a.title < b.title ? -1 : 1),
    )
  },
  history: async (id) => {
    const row = await db.selectFrom('gaps').select('id').where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : ((await gapHistories(db, [id])).get(id) ?? [])
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
    const { title, severity, explanation, state, version } = row
    return { id, title, severity, explanation, state, version, paperIds: linked.map((paper) => paper.id) }
  },
  nextId: async () => {
    const rows = await db.selectFrom('gaps').select('id').where('id', 'like', 'g%').execute()
    const numbers = rows.map(({ id }) => Number(/^g(?<number>\d{1,9})$/u.exec(id)?.groups?.number ?? 0))
    return `g${Math.max(0, ...numbers) + 1}`
  },
})

/** Throws `not_found` for a paper that does not exist. */
const findLinked = async (db: Db, id: string, paperIds: readonly string[]) => {
  const linked = await db.selectFrom('papers').select(['seq', 'id']).where('id', 'in', paperIds).execute()
  const missing = paperIds.filter((paperId) => !linked.some((paper) => paper.id === paperId))
  if (missing.length > 0)
    throw new Failure('not_found', `There is no paper ${missing.join(', ')} to link to gap ${id}.`)
  return linked
}

const linkPapers = async (db: Db, id: string, paperIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('gap_papers').where('gap_id', '=', id).execute()
  if (paperIds.length === 0) return
  for (const { seq } of await findLinked(db, id, paperIds))
    await db.insertInto('gap_papers').values({ gap_id: id, paper_seq: seq }).execute()
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
    if (before === undefined)
      await db.insertInto('gap_history').values({ gap_id: id, number: 1, entry: 'opened', at, reason: null }).execute()
    await linkPapers(db, id, paperIds)
    await queueRendering(db, `gap:${id}`, explanation)
    await putMarks(scope, [{ subject: `gap:${id}`, text: explanation }])
    scope.markPublicChange([{ kind: 'gap', id, event: before === undefined ? 'added' : 'revised' }])
  },
  enter: async (id, { entry, reason, paperIds }, at) => {
    const { db } = scope
    const { most } = await db
      .selectFrom('gap_history')
      .select((eb) => eb.fn.max('number').as('most'))
      .where('gap_id', '=', id)
      .executeTakeFirstOrThrow()
    const key = { gap_id: id, number: (most ?? 0) + 1 }
    await db
      .insertInto('gap_history')
      .values({ ...key, entry, at, reason })
      .execute()
    const named = paperIds.length === 0 ? [] : await findLinked(db, id, paperIds)
    for (const { seq } of named)
      await db
        .insertInto('gap_history_papers')
        .values({ ...key, paper_seq: seq })
        .execute()
    await db
      .updateTable('gaps')
      .set((eb) => ({ state: stateAfter[entry], version: eb('version', '+', 1), updated_at: at }))
      .where('id', '=', id)
      .execute()
    scope.markPublicChange([{ kind: 'gap', id, event: 'revised' }])
  },
})
