import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { Failure } from '#core/failure.ts'
import type { AssessmentWriter } from '#ports/store/assessment.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

type Proposed = Pick<AssessmentDraft, 'fields' | 'passages'>

export const listDrafts = async (db: Db, id: string): Promise<AssessmentDraft[]> => {
  const rows = await db
    .selectFrom('assessment_drafts')
    .innerJoin('papers', 'papers.seq', 'assessment_drafts.paper_seq')
    .select(['author', 'assessment_drafts.version', 'draft', 'at'])
    .where('papers.id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('author')
    .execute()
  return rows.map(({ draft, ...row }) => ({ ...row, ...(JSON.parse(draft) as Proposed) }))
}

export const versionsDrafted = async (db: Db, author: string, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('assessment_drafts')
    .innerJoin('papers', 'papers.seq', 'assessment_drafts.paper_seq')
    .select(['papers.id', 'assessment_drafts.version'])
    .where('papers.id', 'in', paddedKeys(ids))
    .where('author', '=', author)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const findSeq = async (db: Db, id: string): Promise<number> => {
  const row = await db.selectFrom('papers').select('seq').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  return row.seq
}

export const assessmentWriter = (db: Db): AssessmentWriter => ({
  putDraft: async (id, { author, version, at, fields, passages }) => {
    const values = { version, draft: JSON.stringify({ fields, passages } satisfies Proposed), at }
    await db
      .insertInto('assessment_drafts')
      .values({ paper_seq: await findSeq(db, id), author, ...values })
      .onConflict((conflict) => conflict.columns(['paper_seq', 'author']).doUpdateSet(values))
      .execute()
  },
  removeDrafts: async (id) => {
    await db
      .deleteFrom('assessment_drafts')
      .where('paper_seq', '=', (eb) => eb.selectFrom('papers').select('seq').where('id', '=', id))
      .execute()
  },
})
