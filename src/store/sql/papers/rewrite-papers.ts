import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { EditedBy } from '#core/editorial/edited-by.ts'
import type { PaperWriter } from '#ports/store/papers.ts'
import { type PaperRow } from '#store/rows.ts'
import { formerConceptNames, currentConceptNames } from './concept-links.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { keepVersionRendering, outdateRendering } from '#store/sql/renderings/outdate-rendering.ts'
import { findFullText } from '#store/sql/texts/full-texts.ts'
import { getPaperRow, paperColumns } from './paper-columns.ts'
import { publish, unpublish } from './publish.ts'
import { saveVersion, type NewVersion } from './versions.ts'

/** A stored paper, and its new version. */
export type PaperRewrite = NewVersion & { row: PaperRow }

/**
 * Replaces papers by new versions. Public papers leave search and counters with their old version and come back with the
 * new one; `between` runs while neither is there.
 */
export const rewritePapers = async (
  scope: TransactionContext,
  rewrites: readonly PaperRewrite[],
  by: EditedBy,
  between: () => Promise<void>,
): Promise<void> => {
  const { db } = scope
  const accepted = rewrites.filter(({ row }) => row.state === 'accepted')
  if (accepted.length > 0)
    await unpublish(
      scope,
      accepted.map(({ row, newText }) => ({
        seq: row.seq,
        paper: paperFromRow(row),
        keepsText: newText === undefined,
      })),
    )
  await between()
  for (const { row, ...made } of rewrites) {
    const { paper } = made
    const version = await saveVersion(db, row, { ...by, ...made })
    await db
      .updateTable('papers')
      .set({ ...paperColumns(paper, row.seq), updated_at: by.at, version })
      .where('seq', '=', row.seq)
      .execute()
    if (row.state === 'accepted') await keepVersionRendering(db, row)
    if (paper.commentary !== row.commentary) await outdateRendering(db, `paper:${row.id}`, paper.commentary)
  }
  if (accepted.length === 0) return
  await publish(
    scope,
    accepted.map(({ row, paper, newText }) => ({ seq: row.seq, paper, keepsText: newText === undefined })),
  )
}

export const revisePaper = async (
  scope: TransactionContext,
  ...[id, by, change]: Parameters<PaperWriter['revise']>
): ReturnType<PaperWriter['revise']> => {
  const { db } = scope
  const row = await getPaperRow(db, id)
  const { state, version } = row
  const fullText = await findFullText(db, row.seq)
  const before = { paper: { ...paperFromRow(row), fullText }, state, version }
  const changed = change(before)
  if (changed === null) return { before, after: before }
  const paper = { ...changed, concepts: currentConceptNames(changed.concepts, await formerConceptNames(db)) }
  const newText = paper.fullText === fullText ? {} : { newText: { text: paper.fullText } }
  await rewritePapers(scope, [{ row, paper, ...newText }], by, async () => {})
  return { before, after: { paper, state, version: version + 1 } }
}

/** Gaps show their public papers, so that they change when a paper comes or goes. */
export const markGapsOf = async (scope: TransactionContext, paperSeq: number): Promise<void> => {
  const rows = await scope.db
    .selectFrom('gap_papers')
    .select('gap_id as id')
    .where('paper_seq', '=', paperSeq)
    .orderBy('gap_id')
    .execute()
  if (rows.length > 0) scope.markPublicChange(rows.map(({ id }) => ({ kind: 'gap', id, event: 'revised' })))
}

/** Gaps of the duplicate are gaps of the other paper, each in a new version, where they were not already. */
const moveGapLinks = async (scope: TransactionContext, from: number, into: number): Promise<void> => {
  const { db } = scope
  await markGapsOf(scope, from)
  const touched = db.selectFrom('gap_papers').select('gap_id').where('paper_seq', '=', from)
  await db
    .updateTable('gaps')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', touched)
    .execute()
  const held = db.selectFrom('gap_papers').select('gap_id').where('paper_seq', '=', into)
  await db
    .updateTable('gap_papers')
    .set({ paper_seq: into })
    .where('paper_seq', '=', from)
    .where('gap_id', 'not in', held)
    .execute()
  await db.deleteFrom('gap_papers').where('paper_seq', '=', from).execute()
}

export const mergeIntoPaper = async (
  scope: TransactionContext,
  ...[id, into, { note, actor, at }]: Parameters<PaperWriter['mergeInto']>
): Promise<void> => {
  const { db } = scope
  const row = await getPaperRow(db, id)
  const target = await getPaperRow(db, into)
  const state = 'merged'
  await db.updateTable('papers').set({ state, updated_at: at }).where('seq', '=', row.seq).execute()
  await db.insertInto('review_steps').values({ paper_seq: row.seq, state, note, actor, at }).execute()
  await unpublish(scope, [{ seq: row.seq, paper: paperFromRow(row) }])
  scope.markPublicChange([{ kind: 'paper', id, event: 'merged' }])
  await moveGapLinks(scope, row.seq, target.seq)
  await db.updateTable('paper_redirects').set({ into_seq: target.seq }).where('into_seq', '=', row.seq).execute()
  await db.insertInto('paper_redirects').values({ paper_seq: row.seq, into_seq: target.seq }).execute()
}
