import type {
  RecommendationReader,
  RecommendationWriter,
  ReplyTemplateReader,
  ReplyTemplateWriter,
} from '#ports/store/review.ts'
import type { Db } from '#store/rows.ts'

/** What helps an editor to decide: recommendations of reviewers, and reply templates. */

export const recommendationReader = (db: Db): RecommendationReader => ({
  list: (id) =>
    db
      .selectFrom('recommendations')
      .innerJoin('papers', 'papers.seq', 'recommendations.paper_seq')
      .select(['recommendations.actor', 'recommendations.event', 'recommendations.note'])
      .select(['recommendations.version', 'recommendations.at'])
      .where('papers.id', '=', id)
      .orderBy('recommendations.at')
      .orderBy('recommendations.actor')
      .execute(),
})

export const recommendationWriter = (db: Db): RecommendationWriter => ({
  put: async (id, { actor, ...values }) => {
    const { seq } = await db.selectFrom('papers').select('seq').where('id', '=', id).executeTakeFirstOrThrow()
    await db
      .insertInto('recommendations')
      .values({ paper_seq: seq, actor, ...values })
      .onConflict((conflict) => conflict.columns(['paper_seq', 'actor']).doUpdateSet(values))
      .execute()
  },
})

export const replyTemplateReader = (db: Db): ReplyTemplateReader => ({
  list: () => db.selectFrom('note_templates').select(['id', 'event', 'name', 'body']).orderBy('id').execute(),
})

export const replyTemplateWriter = (db: Db): ReplyTemplateWriter => ({
  put: async ({ id, ...template }, at) => {
    const values = { ...template, updated_at: at }
    await db
      .insertInto('note_templates')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  },
})
