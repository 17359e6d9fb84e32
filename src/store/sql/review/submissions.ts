import { sql } from 'kysely'
import { closestNames } from '#core/search/close-names.ts'
import type { Submission, SubmissionWithHistory } from '#core/review/submission.ts'
import type {
  SubmissionReader,
  RecommendationReader,
  RecommendationWriter,
  ReplyTemplateReader,
  ReplyTemplateWriter,
} from '#ports/store/review.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'

const shownColumns = ['seq', 'id', 'title', 'state', 'submitted_by', 'submitted_at', 'updated_at', 'version'] as const
type ShownRow = Pick<PaperRow, (typeof shownColumns)[number]>

const fromRow = (row: ShownRow): Submission => ({
  id: row.id,
  title: row.title,
  state: row.state,
  submittedBy: row.submitted_by,
  submittedAt: row.submitted_at,
  updatedAt: row.updated_at,
  version: row.version,
})

const withHistory = async (db: Db, rows: ShownRow[]): Promise<SubmissionWithHistory[]> => {
  if (rows.length === 0) return []
  const steps = await db
    .selectFrom('review_steps')
    .select(['paper_seq', 'state', 'note', 'actor', 'at'])
    .where(
      'paper_seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .orderBy('seq')
    .execute()
  const bySeq = Map.groupBy(steps, (step) => step.paper_seq)
  return rows.map((row) => ({
    ...fromRow(row),
    history: (bySeq.get(row.seq) ?? []).map(({ state, note, actor, at }) => ({ state, note, actor, at })),
  }))
}

/** Of the papers in each state, so many of the newest are compared with what was typed. */
const NEWEST_COMPARED = 500

const findClose = async (
  db: Db,
  ...[text, states, most]: Parameters<SubmissionReader['findClose']>
): Promise<Submission[]> => {
  const compared: Pick<PaperRow, 'seq' | 'title_key'>[] = []
  for (const state of states)
    compared.push(
      ...(await db
        .selectFrom('papers')
        .select(['seq', 'title_key'])
        .where('state', '=', state)
        // Redundant, but the engine uses the index of papers that are not accepted only with this condition.
        .where('state', '<>', sql.lit('accepted' as const))
        .orderBy('seq', 'desc')
        .limit(NEWEST_COMPARED)
        .execute()),
    )
  const close = closestNames(
    compared.map(({ seq, title_key }) => ({ item: seq, words: title_key.split(' ') })),
    text,
    most,
  )
  if (close.length === 0) return []
  const rows = await db.selectFrom('papers').select(shownColumns).where('seq', 'in', paddedKeys(close)).execute()
  return rows.toSorted((a, b) => close.indexOf(a.seq) - close.indexOf(b.seq)).map(fromRow)
}

export const submissionReader = (db: Db): SubmissionReader => ({
  list: async ({ submittedBy, states }, after, limit) => {
    const matching = db
      .selectFrom('papers')
      .where('state', 'in', [...states])
      // Redundant, but the engine uses the index of papers that are not accepted only with this condition.
      .$if(!states.includes('accepted'), (query) => query.where('state', '<>', sql.lit('accepted' as const)))
      .$if(submittedBy !== null, (query) => query.where('submitted_by', '=', submittedBy))
    const rows = await matching
      .select(shownColumns)
      .where('seq', '>', after ?? 0)
      .orderBy('seq')
      .limit(limit + 1)
      .execute()
    const count = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null
    return { submissions: await withHistory(db, shown), next, total: count.total }
  },
  find: async (id) => {
    const row = await db.selectFrom('papers').select(shownColumns).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : ((await withHistory(db, [row]))[0] ?? null)
  },
  findClose: (...args) => findClose(db, ...args),
  waitingBytes: async (keyId, except) => {
    const { bytes } = await db
      .selectFrom('papers')
      .select(sql<number>`cast(coalesce(sum(waiting_bytes), 0) as bigint)`.as('bytes'))
      .where('submitted_by', '=', keyId)
      .where('waiting_bytes', 'is not', null)
      .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
      .executeTakeFirstOrThrow()
    return bytes
  },
  findWithoutHistory: async (id) => {
    const row = await db.selectFrom('papers').select(shownColumns).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },
})

/** Help for deciding: recommendations of reviewers, and reply templates. */

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
  list: () => db.selectFrom('reply_templates').select(['id', 'event', 'name', 'body']).orderBy('id').execute(),
})

export const replyTemplateWriter = (db: Db): ReplyTemplateWriter => ({
  put: async ({ id, ...template }, at) => {
    const values = { ...template, updated_at: at }
    await db
      .insertInto('reply_templates')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  },
})
