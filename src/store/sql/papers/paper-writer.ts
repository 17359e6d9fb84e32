import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { Failure } from '#core/failure.ts'
import type { NewPaper, PaperWriter } from '#ports/store/papers.ts'
import { type Db } from '#store/rows.ts'
import { formerConceptNames, currentConceptNames } from './concept-links.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { addFullTexts } from '#store/sql/texts/full-texts.ts'
import { getPaperRow, paperColumns } from './paper-columns.ts'
import { markGapsOf, mergeIntoPaper, revisePaper } from './rewrite-papers.ts'
import { publish, unpublish, type SequencedPaper } from './publish.ts'
import { outdateNewRenderings } from '#store/sql/renderings/outdate-rendering.ts'
import { updateQueuePlace, saveChecks } from '#store/sql/review/queue.ts'

const toPaperRow = ({ paper, keys, state, submittedBy, at }: NewPaper, seq: number) => ({
  seq,
  state,
  ...paperColumns(paper, seq, keys),
  submitted_by: submittedBy,
  submitted_at: at,
  updated_at: at,
})

const insertPapers = async (
  scope: TransactionContext,
  placed: readonly (NewPaper & { seq: number })[],
): Promise<void> => {
  for (const entry of placed) {
    try {
      await insertRows(scope, 'papers', [toPaperRow(entry, entry.seq)])
    } catch (error) {
      if (!scope.engine.isUniqueViolation(error)) throw error
      throw new Failure('duplicate_id', `The id ${entry.paper.id} was used before; choose another one.`, {
        cause: error,
      })
    }
  }
  await addFullTexts(
    scope,
    placed.flatMap(({ seq, paper: { fullText } }) => (fullText === null ? [] : [{ seq, text: fullText }])),
  )
  await outdateNewRenderings(
    scope,
    placed.map(({ paper }) => paper),
  )
  const steps = placed.map(({ seq, state, actor, at }) => ({ paper_seq: seq, state, note: null, actor, at }))
  await insertRows(scope, 'review_steps', steps)
  await saveChecks(scope, placed)
}

/** Writers take turns, so nobody else gets the next sequence number; numbers of papers that were public are never used again. */
const nextSeq = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('papers')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

const addPapers = async (scope: TransactionContext, entries: readonly NewPaper[]): Promise<void> => {
  const first = await nextSeq(scope.db)
  const former = await formerConceptNames(scope.db)
  const placed = entries.map((entry, index) => {
    const concepts = currentConceptNames(entry.paper.concepts, former)
    const isUnchanged = concepts === entry.paper.concepts
    // The terms that were computed beforehand belong to the names that were sent.
    const terms = isUnchanged ? entry.terms : undefined
    return { ...entry, terms, paper: isUnchanged ? entry.paper : { ...entry.paper, concepts }, seq: first + index }
  })
  await insertPapers(scope, placed)
  const accepted = placed.filter(({ state }) => state === 'accepted')
  if (accepted.length > 0) await publish(scope, accepted)
}

/** A paper that becomes public gets the current names of its concepts. */
const withCurrentConceptNames = async (db: Db, { seq, paper }: SequencedPaper): Promise<SequencedPaper> => {
  const concepts = currentConceptNames(paper.concepts, await formerConceptNames(db))
  if (concepts !== paper.concepts)
    await db
      .updateTable('papers')
      .set({ concepts: JSON.stringify(concepts) })
      .where('seq', '=', seq)
      .execute()
  return { seq, paper: { ...paper, concepts } }
}

const movePaper = async (
  scope: TransactionContext,
  id: string,
  step: Parameters<PaperWriter['transition']>[1],
): Promise<void> => {
  const { db } = scope
  const row = await getPaperRow(db, id)
  const { state, note, actor, at } = step
  await db.updateTable('papers').set({ state, updated_at: at }).where('seq', '=', row.seq).execute()
  await db.insertInto('review_steps').values({ paper_seq: row.seq, state, note, actor, at }).execute()
  await updateQueuePlace(db, row.seq, state)
  const placed = { seq: row.seq, paper: paperFromRow(row) }
  if (row.state === 'accepted' || state === 'accepted') await markGapsOf(scope, row.seq)
  if (row.state === 'accepted' && state !== 'accepted') await unpublish(scope, [placed])
  if (row.state !== 'accepted' && state === 'accepted')
    await publish(scope, [await withCurrentConceptNames(db, placed)])
}

export const paperWriter = (scope: TransactionContext): PaperWriter => ({
  add: (papers) => addPapers(scope, papers),
  revise: (...args) => revisePaper(scope, ...args),
  mergeInto: (...args) => mergeIntoPaper(scope, ...args),
  transition: (id, step) => movePaper(scope, id, step),
})
