import type { Selectable } from 'kysely'
import type { Alert } from '#core/evidence/alerts.ts'
import { Failure } from '#core/failure.ts'
import type { AlertReader, AlertWriter } from '#ports/store/alerts.ts'
import type { Db, Tables } from '#store/rows.ts'

const alertFromRow = (row: Selectable<Tables['alerts']>): Alert => ({
  id: row.seq,
  subject: row.subject,
  mark: row.mark,
  sentence: row.sentence,
  cause: row.cause,
  paperId: row.paper_id,
  was: row.was,
  is: row.now,
  openedAt: row.opened_at,
  settled:
    row.settled_as === null
      ? null
      : { as: row.settled_as, by: row.settled_by ?? '', at: row.settled_at ?? '', revision: row.settled_in },
})

const open = (db: Db) => db.selectFrom('alerts').selectAll('alerts').where('settled_as', 'is', null)

/** Open alerts whose sentence still stands in its text with the mark, or whose does not. */
const openStanding = (db: Db, stands: boolean) =>
  open(db)
    .where((eb) => {
      const standing = eb.exists(
        eb
          .selectFrom('evidence')
          .select('evidence.number')
          .whereRef('evidence.subject', '=', 'alerts.subject')
          .whereRef('evidence.mark', '=', 'alerts.mark')
          .whereRef('evidence.sentence', '=', 'alerts.sentence'),
      )
      return stands ? standing : eb.not(standing)
    })
    .orderBy('alerts.seq')

const findAlert = async (db: Db, id: number): Promise<Alert | null> => {
  const row = await db.selectFrom('alerts').selectAll().where('seq', '=', id).executeTakeFirst()
  return row === undefined ? null : alertFromRow(row)
}

export const alertReader = (db: Db): AlertReader => ({
  open: async (limit) => (await openStanding(db, true).limit(limit).execute()).map(alertFromRow),
  settled: async (limit) => {
    const rows = await db
      .selectFrom('alerts')
      .selectAll()
      .where('settled_as', 'is not', null)
      .orderBy('settled_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(alertFromRow)
  },
  find: (id) => findAlert(db, id),
  get: async (id) => {
    const found = await findAlert(db, id)
    if (found === null) throw new Failure('not_found', `There is no alert ${id}.`)
    return found
  },
  findOpen: async (subject, sentence) => {
    const row = await open(db).where('subject', '=', subject).where('sentence', '=', sentence).executeTakeFirst()
    return row === undefined ? null : alertFromRow(row)
  },
  edited: async (limit) => (await openStanding(db, false).limit(limit).execute()).map(alertFromRow),
  isMuted: async ({ subject, mark }) =>
    (await db
      .selectFrom('muted_searches')
      .select('mark')
      .where('subject', '=', subject)
      .where('mark', '=', mark)
      .executeTakeFirst()) !== undefined,
  muted: () => db.selectFrom('muted_searches').select(['subject', 'mark']).orderBy('subject').orderBy('mark').execute(),
})

export const alertWriter = (db: Db): AlertWriter => ({
  add: async ({ subject, mark, sentence, openedAt, cause, paperId, was, is }) => {
    const { seq } = await db
      .insertInto('alerts')
      .values({ subject, mark, sentence, cause, paper_id: paperId, was, now: is, opened_at: openedAt })
      .returning('seq')
      .executeTakeFirstOrThrow()
    return seq
  },
  change: async (id, { mark, cause, paperId, was, is }) => {
    await db.updateTable('alerts').set({ mark, cause, paper_id: paperId, was, now: is }).where('seq', '=', id).execute()
  },
  settle: async (id, { as, by, at, revision }) => {
    await db
      .updateTable('alerts')
      .set({ settled_as: as, settled_by: by, settled_at: at, settled_in: revision })
      .where('seq', '=', id)
      .execute()
  },
  mute: async ({ subject, mark }, { actor, at }) => {
    await db
      .insertInto('muted_searches')
      .values({ subject, mark, muted_by: actor, muted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  unmute: async ({ subject, mark }) => {
    const { numDeletedRows } = await db
      .deleteFrom('muted_searches')
      .where('subject', '=', subject)
      .where('mark', '=', mark)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
