import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { Failure } from '#core/failure.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { ConceptWriter } from '#ports/store/editorial.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { ensureConcept, currentConceptNames } from '#store/sql/papers/concept-links.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { rewritePapers, type PaperRewrite } from '#store/sql/papers/rewrite-papers.ts'

const getConcept = async (db: Db, id: string) => {
  const row = await db.selectFrom('concepts').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no concept ${id}.`)
  return row
}

const papersOf = (db: Db, seq: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .innerJoin('paper_concepts', 'paper_concepts.paper_seq', 'papers.seq')
    .selectAll('papers')
    .where('paper_concepts.concept_seq', '=', seq)
    .orderBy('papers.seq')
    .execute()

/** The topics of a paper after every name of a concept was replaced by another. */
const renameInPapers = (papers: readonly PaperRow[], keys: readonly string[], name: string): PaperRewrite[] => {
  const former = new Map(keys.map((key) => [key, name]))
  return papers.map((row) => {
    const paper = paperFromRow(row)
    return { row, paper: { ...paper, concepts: currentConceptNames(paper.concepts, former) } }
  })
}

const aliasKeys = async (db: Db, seq: number): Promise<string[]> => {
  const rows = await db.selectFrom('concept_aliases').select('name_key').where('concept_seq', '=', seq).execute()
  return rows.map(({ name_key }) => name_key)
}

/** Concepts without papers are not public. */
const markIfPublic = async (scope: TransactionContext, { seq, id }: { seq: number; id: string }): Promise<void> => {
  const linked = await scope.db
    .selectFrom('paper_concepts')
    .select('paper_seq')
    .where('concept_seq', '=', seq)
    .limit(1)
    .executeTakeFirst()
  scope.markPublicChange(linked === undefined ? [] : [{ kind: 'concept', id, event: 'revised' }])
}

const revise = async (
  scope: TransactionContext,
  ...[id, words, by]: Parameters<ConceptWriter['revise']>
): Promise<number> => {
  const { db } = scope
  const { seq, name: oldName, name_key: oldKey, version } = await getConcept(db, id)
  const { name, definition } = words
  const key = textKey(name)
  const papers = name === oldName ? [] : await papersOf(db, seq)
  const keys = [oldKey, ...(await aliasKeys(db, seq))]
  await rewritePapers(scope, renameInPapers(papers, keys, name), by, async () => {
    await db.deleteFrom('concept_aliases').where('name_key', '=', key).execute()
    await db
      .updateTable('concepts')
      .set({ name, name_key: key, definition, version: version + 1 })
      .where('seq', '=', seq)
      .execute()
    if (key !== oldKey)
      await db.insertInto('concept_aliases').values({ name_key: oldKey, id: null, concept_seq: seq }).execute()
  })
  await markIfPublic(scope, { seq, id })
  return papers.length
}

const merge = async (
  scope: TransactionContext,
  ...[id, into, by]: Parameters<ConceptWriter['merge']>
): Promise<number> => {
  const { db } = scope
  const from = await getConcept(db, id)
  const target = await getConcept(db, into)
  const papers = await papersOf(db, from.seq)
  const keys = [from.name_key, ...(await aliasKeys(db, from.seq))]
  await rewritePapers(scope, renameInPapers(papers, keys, target.name), by, async () => {
    await db
      .updateTable('concept_aliases')
      .set({ concept_seq: target.seq })
      .where('concept_seq', '=', from.seq)
      .execute()
    await db.deleteFrom('concept_years').where('concept_seq', '=', from.seq).execute()
    await db.deleteFrom('concepts').where('seq', '=', from.seq).execute()
    await db
      .insertInto('concept_aliases')
      .values({ name_key: from.name_key, id: from.id, concept_seq: target.seq })
      .execute()
    await db
      .updateTable('concepts')
      .set({ version: target.version + 1 })
      .where('seq', '=', target.seq)
      .execute()
  })
  if (papers.length > 0) scope.markPublicChange([{ kind: 'concept', id, event: 'merged' }])
  await markIfPublic(scope, { seq: target.seq, id: into })
  return papers.length
}

export const conceptWriter = (scope: TransactionContext): ConceptWriter => ({
  define: async (name, definition) => {
    const seq = await ensureConcept(scope.db, name)
    const { id } = await scope.db
      .updateTable('concepts')
      .set({ definition, name })
      .where('seq', '=', seq)
      .returning('id')
      .executeTakeFirstOrThrow()
    await markIfPublic(scope, { seq, id })
  },
  revise: (...args) => revise(scope, ...args),
  merge: (...args) => merge(scope, ...args),
})
