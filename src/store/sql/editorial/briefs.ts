import type { Selectable } from 'kysely'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { withoutMarks } from '#core/text/evidence-marks.ts'
import { Failure } from '#core/failure.ts'
import type { BriefDraftReader, BriefWriter, PublicBriefReader } from '#ports/store/editorial.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { putMarks } from '#store/sql/evidence.ts'
import { queueRendering } from '#store/sql/renderings.ts'

type BriefColumns = Omit<Selectable<Tables['briefs']>, 'published_at'>

const columnsOf = ({ id, week, title, summary, take, featured }: Brief): BriefColumns => ({
  id,
  iso_year: week.year,
  iso_week: week.week,
  title,
  summary,
  take,
  featured: JSON.stringify(featured),
})

const briefFromColumns = (row: BriefColumns): Brief => ({
  id: row.id,
  week: { year: row.iso_year, week: row.iso_week },
  title: row.title,
  summary: row.summary,
  take: row.take,
  featured: JSON.parse(row.featured) as string[],
})

/** A brief as everybody reads it: without the marks of evidence in its texts. */
const briefFromRow = (row: Selectable<Tables['briefs']>): PublishedBrief => ({
  ...briefFromColumns(row),
  summary: withoutMarks(row.summary),
  take: withoutMarks(row.take),
  publishedAt: row.published_at,
})

const draftFromRow = (row: Selectable<Tables['brief_drafts']>): BriefDraft => ({
  ...briefFromColumns(row),
  version: row.version,
  updatedAt: row.updated_at,
})

const newestFirst = (db: Db) =>
  db.selectFrom('briefs').selectAll().orderBy('iso_year', 'desc').orderBy('iso_week', 'desc')

export const publicBriefReader = (db: Db): PublicBriefReader => ({
  latest: async () => {
    const row = await newestFirst(db).limit(1).executeTakeFirst()
    return row === undefined ? null : briefFromRow(row)
  },
  find: async (id) => {
    const row = await db.selectFrom('briefs').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : briefFromRow(row)
  },
  list: async () => (await newestFirst(db).execute()).map(briefFromRow),
  corrections: async (ids) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('brief_corrections')
      .selectAll()
      .where('brief_id', 'in', [...ids])
      .orderBy('brief_id')
      .orderBy('number')
      .execute()
    const byBrief = Map.groupBy(rows, ({ brief_id }) => brief_id)
    return new Map([...byBrief].map(([id, some]) => [id, some.map(({ at, text }) => ({ at, text }))]))
  },
})

export const briefDraftReader = (db: Db): BriefDraftReader => ({
  draft: async (id) => {
    const row = await db.selectFrom('brief_drafts').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : draftFromRow(row)
  },
  drafts: async () => {
    const rows = await db.selectFrom('brief_drafts').selectAll().orderBy('id', 'desc').execute()
    return rows.map(draftFromRow)
  },
})

export const briefWriter = (scope: TransactionContext): BriefWriter => ({
  publish: async (brief) => {
    const { db, engine } = scope
    try {
      await db
        .insertInto('briefs')
        .values({ ...columnsOf(brief), published_at: brief.publishedAt })
        .execute()
    } catch (error) {
      if (!engine.isUniqueViolation(error)) throw error
      throw new Failure('wrong_state', `The brief ${brief.id} is published; a published brief never changes.`, {
        cause: error,
      })
    }
    await queueRendering(db, `brief:${brief.id}:summary`, brief.summary)
    await queueRendering(db, `brief:${brief.id}:take`, brief.take)
    await putMarks(scope, [
      { subject: `brief:${brief.id}:summary`, text: brief.summary },
      { subject: `brief:${brief.id}:take`, text: brief.take },
    ])
    scope.markPublicChange([{ kind: 'brief', id: brief.id, event: 'added' }])
  },
  correct: async (id, { at, text }) => {
    const { db } = scope
    const { most } = await db
      .selectFrom('brief_corrections')
      .select((eb) => eb.fn.max('number').as('most'))
      .where('brief_id', '=', id)
      .executeTakeFirstOrThrow()
    const number = (most ?? 0) + 1
    await db.insertInto('brief_corrections').values({ brief_id: id, number, at, text }).execute()
    await queueRendering(db, `brief:${id}:correction-${number}`, text)
    scope.markPublicChange([{ kind: 'brief', id, event: 'revised' }])
  },
  putDraft: async (brief, at) => {
    const { id, ...values } = columnsOf(brief)
    const { version } = await scope.db
      .insertInto('brief_drafts')
      .values({ id, ...values, version: 1, updated_at: at })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ ...values, version: eb('brief_drafts.version', '+', 1), updated_at: at })),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    return version
  },
  dropDraft: async (id) => {
    await scope.db.deleteFrom('brief_drafts').where('id', '=', id).execute()
  },
})
