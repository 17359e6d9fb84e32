import { Failure } from '#core/failure.ts'
import type { PublishedBrief } from '#core/brief.ts'
import { severities } from '#core/gap.ts'
import type { BriefReader, BriefWriter, GapReader, GapWriter, StatsReader } from '#ports/editorial.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { Selectable } from 'kysely'
import type { Scope } from './engine.ts'
import { countByTraits, talliesOf } from './tallies.ts'

export const gapReader = (db: Db): GapReader => ({
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

export const gapWriter = (scope: Scope): GapWriter => ({
  put: async ({ id, title, severity, explanation, paperIds }, at) => {
    const { db } = scope
    const values = { title, severity, explanation, updated_at: at }
    await db
      .insertInto('gaps')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await db.deleteFrom('gap_papers').where('gap_id', '=', id).execute()
    const linked = await db.selectFrom('papers').select(['seq', 'id']).where('id', 'in', paperIds).execute()
    const missing = paperIds.filter((paperId) => !linked.some((paper) => paper.id === paperId))
    if (missing.length > 0)
      throw new Failure('not_found', `There is no paper ${missing.join(', ')} to link to gap ${id}.`)
    for (const { seq } of linked) await db.insertInto('gap_papers').values({ gap_id: id, paper_seq: seq }).execute()
    scope.touchPublic()
  },
})

const briefFromRow = (row: Selectable<Tables['briefs']>): PublishedBrief => ({
  id: row.id,
  week: { year: row.iso_year, week: row.iso_week },
  title: row.title,
  summary: row.summary,
  take: row.take,
  featured: JSON.parse(row.featured) as string[],
  publishedAt: row.published_at,
})

const newestFirst = (db: Db) =>
  db.selectFrom('briefs').selectAll().orderBy('iso_year', 'desc').orderBy('iso_week', 'desc')

export const briefReader = (db: Db): BriefReader => ({
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

export const briefWriter = (scope: Scope): BriefWriter => ({
  publish: async (brief) => {
    const { db, engine } = scope
    try {
      await db
        .insertInto('briefs')
        .values({
          id: brief.id,
          iso_year: brief.week.year,
          iso_week: brief.week.week,
          title: brief.title,
          summary: brief.summary,
          take: brief.take,
          featured: JSON.stringify(brief.featured),
          published_at: brief.publishedAt,
        })
        .execute()
    } catch (error) {
      if (!engine.isUniqueViolation(error)) throw error
      throw new Failure('wrong_state', `The brief ${brief.id} is published; a published brief never changes.`, {
        cause: error,
      })
    }
    scope.touchPublic()
  },
})

export const statsReader = (db: Db): StatsReader => ({
  counts: async () => {
    const concepts = await db
      .selectFrom('concept_years')
      .select((eb) => eb.fn.count<number>('concept_seq').distinct().as('count'))
      .where('papers', '>', 0)
      .executeTakeFirstOrThrow()
    return {
      papers: await countByTraits(db, { chapter: null, type: null, minLongHorizon: null }),
      sources: (await talliesOf(db, 'source')).length,
      concepts: concepts.count,
      frameworks: (await talliesOf(db, 'framework')).length,
    }
  },
})
