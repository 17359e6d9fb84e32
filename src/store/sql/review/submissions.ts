import { sql } from 'kysely'
import { textKey } from '#core/text/tokenize.ts'
import type { Submission, SubmissionWithHistory } from '#core/review/submission.ts'
import type { SubmissionReader } from '#ports/store/submissions.ts'
import type { Db, PaperRow } from '#store/rows.ts'

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

const likeWord = (token: string): string => `%${token.replaceAll(/[\\%_]/gu, '\\$&')}%`

export const submissionReader = (db: Db): SubmissionReader => ({
  list: async ({ submittedBy, states }, after, limit) => {
    const matching = db
      .selectFrom('papers')
      .where('state', 'in', [...states])
      // Repeated, because the engine uses the index of papers that are not accepted only with this condition.
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
  searchTitles: async (words, limit) => {
    const tokens = textKey(words)
      .split(' ')
      .filter((token) => token !== '')
    if (tokens.length === 0) return []
    const rows = await db
      .selectFrom('papers')
      .select(shownColumns)
      .where('state', '<>', 'accepted')
      .where((eb) => eb.and(tokens.map((token) => sql<boolean>`title_key like ${likeWord(token)} escape '\\'`)))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
  findWithoutHistory: async (id) => {
    const row = await db.selectFrom('papers').select(shownColumns).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },
})
