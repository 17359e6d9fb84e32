import type { Selectable } from 'kysely'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import type { BriefDraftReader, BriefWriter, PublicBriefReader } from '#ports/store/editorial.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
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

const briefFromRow = (row: Selectable<Tables['briefs']>): PublishedBrief => ({
  ...briefFromColumns(row),
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
    scope.markPublicChange([{ kind: 'brief', id: brief.id, event: 'added' }])
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
