import { rankKey } from '#core/papers/score.ts'
import { termImpacts } from '#core/search/ranking/bm25.ts'
import { doStepsApart } from '#core/steps.ts'
import { paperTermsInSteps, type PaperTerms } from '#core/search/ranking/terms.ts'
import type { Paper } from '#core/papers/paper.ts'
import { linkConcepts, formerConceptNames, currentConceptNames } from './concept-links.ts'
import { type TransactionContext, insertRows, paddedKeys } from '#store/sql/engine/engine.ts'
import { indexFacets, unindexFacets } from '#store/sql/facets/index-facets.ts'
import { addPassages, removePassages, addSegment } from '#store/sql/postings/segments.ts'
import {
  queuePublicTexts,
  copyRenderingToVersion,
  queueRendering,
  queueNewCommentaries,
} from '#store/sql/renderings.ts'
import { updateCounters } from '#store/sql/facets/counters.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { ProvenanceChange } from '#core/assessment/provenance.ts'
import type { EditedBy } from '#core/editorial/version.ts'
import type { PaperWriter, NewPaper, RevisedPaper, Revision } from '#ports/store/papers.ts'
import type { PaperRow, Db } from '#store/rows.ts'
import { findFullText, addFullTexts } from '#store/sql/full-texts.ts'
import { findPaperRow, getPaperRow, paperColumns, unknownPaper } from './paper-reader.ts'
import { markEvidenceDue, putMarks } from '#store/sql/evidence.ts'
import { countPublicReferences, mergeReferences, releaseWorks } from './citations.ts'
import { linkPapers } from './cited-works.ts'
import { saveProvenance } from './provenance.ts'
import { saveVersion, type NewVersion } from './versions.ts'
import { Failure } from '#core/failure.ts'
import { isInReview } from '#core/review/submission.ts'
import { updateQueuePlace, saveChecks } from '#store/sql/review/queue.ts'
import { deleteVectors, retireVectors, type ChangedTexts } from './paper-vectors.ts'

type SequencedPaper = {
  seq: number
  paper: Paper
  /** Whether its full text stays in the index: the paper is only being replaced by a version with other fields. */
  keepsText?: boolean
}

const withChangedText = (papers: readonly SequencedPaper[]): number[] =>
  papers.filter(({ keepsText = false }) => !keepsText).map(({ seq }) => seq)

/** What rests on papers that come or go is looked up again. */
const markPapersDue = (db: Db, papers: readonly SequencedPaper[]): Promise<void> =>
  markEvidenceDue(
    db,
    papers.map(({ paper }) => paper.id),
  )

/** Everything that makes papers public apart from their state: search, concepts, counts, revision. */
const publish = async (
  scope: TransactionContext,
  placed: readonly (SequencedPaper & { terms?: PaperTerms | undefined })[],
): Promise<void> => {
  const { db, engine } = scope
  const papers: (SequencedPaper & { terms: PaperTerms })[] = []
  for (const { seq, paper, terms } of placed)
    papers.push({
      seq,
      paper,
      terms: terms ?? (await doStepsApart(paperTermsInSteps(paper), () => engine.letOthersRun(db))),
    })
  const linked = await linkConcepts(scope, papers, 1)
  const facetTokens = await indexFacets(
    scope,
    papers.map(({ seq, paper, terms: { spellings } }) => ({ seq, paper, spellings, concepts: linked.get(seq) ?? [] })),
  )
  await engine.addToSearch(
    db,
    papers.map(({ seq, paper, terms: { fields } }, index) => ({
      rankKey: rankKey(paper.longHorizon, seq),
      fields,
      facetTokens: facetTokens[index] ?? [],
    })),
  )
  const seqs = papers.map(({ seq }) => seq)
  const passages = await addPassages(scope, withChangedText(placed))
  await queuePublicTexts(db, seqs)
  await addSegment(scope, { papers: papers.map(({ seq, terms: { impacts } }) => ({ seq, impacts })), passages }, 1)
  await updateCounters(db, papers, 1)
  await markPapersDue(db, papers)
  scope.markPublicChange(papers.map(({ paper }) => ({ kind: 'paper', id: paper.id, event: 'added' })))
}

/** Undoes `publish`, for papers as they were when they became public. */
const unpublish = async (scope: TransactionContext, papers: readonly SequencedPaper[]): Promise<void> => {
  const { db, engine } = scope
  for (const { seq, paper } of papers) await engine.removeFromSearch(db, rankKey(paper.longHorizon, seq))
  const passages = await removePassages(scope, withChangedText(papers))
  await addSegment(
    scope,
    { papers: papers.map(({ seq, paper }) => ({ seq, impacts: termImpacts(paper) })), passages },
    -1,
  )
  await linkConcepts(scope, papers, -1)
  await unindexFacets(scope, papers)
  await updateCounters(db, papers, -1)
  await markPapersDue(db, papers)
  scope.markPublicChange(papers.map(({ paper }) => ({ kind: 'paper', id: paper.id, event: 'retracted' })))
}

/** Papers that leave or enter the indexes together. A concept may have many thousands, whose words take seconds to count. */
const PAPERS_AT_ONCE = 100

const inBatches = async <Item>(items: readonly Item[], work: (some: Item[]) => Promise<void>): Promise<void> => {
  for (let first = 0; first < items.length; first += PAPERS_AT_ONCE)
    await work(items.slice(first, first + PAPERS_AT_ONCE))
}

/** A stored paper and its new version. */
export type PaperRewrite = NewVersion & Pick<ProvenanceChange, 'given'> & { row: PaperRow }

const changedTexts = ({ row, paper, newText }: PaperRewrite): ChangedTexts => ({
  seq: row.seq,
  short: row.title !== paper.title || row.abstract !== paper.abstract || row.commentary !== paper.commentary,
  fullText: newText !== undefined,
})

/** Whether references may be to a paper that were not before. */
const isNamedAnew = ({ row, paper }: PaperRewrite): boolean => {
  const { title, authors, year, doi, arxiv_id } = paperColumns(paper, row.seq)
  return (
    title !== row.title || authors !== row.authors || year !== row.year || doi !== row.doi || arxiv_id !== row.arxiv_id
  )
}

/**
 * Replaces papers by new versions. Public papers leave search and counters with their old version and return with the
 * new one; `between` runs while they are out.
 */
export const rewritePapers = async (
  scope: TransactionContext,
  rewrites: readonly PaperRewrite[],
  by: EditedBy,
  between: () => Promise<void>,
): Promise<void> => {
  const { db } = scope
  const accepted = rewrites.filter(({ row }) => row.state === 'accepted')
  await inBatches(accepted, (some) =>
    unpublish(
      scope,
      some.map(({ row, newText }) => ({ seq: row.seq, paper: paperFromRow(row), keepsText: newText === undefined })),
    ),
  )
  await inBatches(accepted, (some) => retireVectors(db, some.map(changedTexts)))
  await between()
  for (const { row, given, ...made } of rewrites) {
    const { paper } = made
    const version = await saveVersion(db, row, { actor: by.actor, at: by.at, ...made })
    await saveProvenance(db, row, { paper, version, by: { ...by, given } })
    await db
      .updateTable('papers')
      .set({ ...paperColumns(paper, row.seq), updated_at: by.at, version })
      .where('seq', '=', row.seq)
      .execute()
    if (row.state === 'accepted') await copyRenderingToVersion(db, row)
    if (paper.commentary !== row.commentary) {
      await queueRendering(db, `paper:${row.id}`, paper.commentary)
      await putMarks(scope, [{ subject: `paper:${row.id}`, text: paper.commentary }])
    }
  }
  const renamed = rewrites.filter(isNamedAnew).map(({ row: { seq }, paper }) => ({ seq, paper }))
  for (const placed of renamed) await releaseWorks(db, placed)
  await linkPapers(scope, renamed)
  await inBatches(accepted, (some) =>
    publish(
      scope,
      some.map(({ row, paper, newText }) => ({ seq: row.seq, paper, keepsText: newText === undefined })),
    ),
  )
}

type Revised = { revised: RevisedPaper; rewrite: PaperRewrite | null }

const toRevised = async (
  db: Db,
  { row, former }: { row: PaperRow; former: Awaited<ReturnType<typeof formerConceptNames>> },
  { change, given }: Revision,
): Promise<Revised> => {
  const { state, version } = row
  const fullText = await findFullText(db, row.seq)
  const before = { paper: { ...paperFromRow(row), fullText }, state, version }
  const changed = change(before)
  if (changed === null) return { revised: { before, after: before }, rewrite: null }
  const paper = { ...changed, concepts: currentConceptNames(changed.concepts, former) }
  const newText = paper.fullText === fullText ? {} : { newText: { text: paper.fullText } }
  return {
    revised: { before, after: { paper, state, version: version + 1 } },
    rewrite: { row, paper, given, ...newText },
  }
}

const revisePapers = async (
  scope: TransactionContext,
  revisions: readonly Revision[],
  by: EditedBy,
): Promise<Map<string, RevisedPaper>> => {
  const { db } = scope
  const former = await formerConceptNames(db)
  const revised = new Map<string, RevisedPaper>()
  const rewrites: PaperRewrite[] = []
  for (const revision of revisions) {
    const row = await findPaperRow(db, revision.id)
    if (row === undefined) continue
    const made = await toRevised(db, { row, former }, revision)
    revised.set(revision.id, made.revised)
    if (made.rewrite !== null) rewrites.push(made.rewrite)
  }
  await rewritePapers(scope, rewrites, by, async () => {})
  return revised
}

const revisePaper = async (
  scope: TransactionContext,
  ...[id, { given, ...by }, change]: Parameters<PaperWriter['revise']>
): Promise<RevisedPaper> => {
  const revised = (await revisePapers(scope, [{ id, change, given }], by)).get(id)
  if (revised === undefined) throw unknownPaper(id)
  return revised
}

/** Gaps and their histories show their public papers, so they change when a paper comes or goes. */
const markGapsOf = async (scope: TransactionContext, paperSeq: number): Promise<void> => {
  const { db } = scope
  const rows = await db
    .selectFrom('gap_papers')
    .select('gap_id as id')
    .where('paper_seq', '=', paperSeq)
    .union(db.selectFrom('gap_history_papers').select('gap_id as id').where('paper_seq', '=', paperSeq))
    .orderBy('id')
    .execute()
  if (rows.length > 0) scope.markPublicChange(rows.map(({ id }) => ({ kind: 'gap', id, event: 'revised' })))
}

/** The histories of gaps name the other paper instead of a duplicate. */
const moveNamedInHistories = async (db: Db, from: number, into: number): Promise<void> => {
  const rows = await db.selectFrom('gap_history_papers').selectAll().where('paper_seq', '=', from).execute()
  for (const { gap_id, number } of rows)
    await db
      .insertInto('gap_history_papers')
      .values({ gap_id, number, paper_seq: into })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db.deleteFrom('gap_history_papers').where('paper_seq', '=', from).execute()
}

/** Moves gap links from a duplicate to the other paper, each gap as a new version, unless already linked. */
const moveGapLinks = async (scope: TransactionContext, from: number, into: number): Promise<void> => {
  const { db } = scope
  await markGapsOf(scope, from)
  const touched = db.selectFrom('gap_papers').select('gap_id').where('paper_seq', '=', from)
  await db
    .updateTable('gaps')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', touched)
    .execute()
  const linked = db.selectFrom('gap_papers').select('gap_id').where('paper_seq', '=', into)
  await db
    .updateTable('gap_papers')
    .set({ paper_seq: into })
    .where('paper_seq', '=', from)
    .where('gap_id', 'not in', linked)
    .execute()
  await db.deleteFrom('gap_papers').where('paper_seq', '=', from).execute()
  await moveNamedInHistories(db, from, into)
}

const mergeIntoPaper = async (
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
  await deleteVectors(db, [row.seq])
  await mergeReferences(db, row.seq, target.seq)
  scope.markPublicChange([{ kind: 'paper', id, event: 'merged' }])
  await moveGapLinks(scope, row.seq, target.seq)
  await db.updateTable('paper_redirects').set({ into_seq: target.seq }).where('into_seq', '=', row.seq).execute()
  await db.insertInto('paper_redirects').values({ paper_seq: row.seq, into_seq: target.seq }).execute()
}

const IDS_AT_ONCE = 200

const toPaperRow = ({ paper, state, submittedBy, bytes, at }: NewPaper, seq: number) => ({
  seq,
  state,
  ...paperColumns(paper, seq),
  submitted_by: submittedBy,
  waiting_bytes: bytes ?? null,
  submitted_at: at,
  updated_at: at,
})

/** Transactions run one at a time, so that no other takes an id meanwhile. */
const refuseUsedIds = async (db: Db, ids: readonly string[]): Promise<void> => {
  const used = new Set<string>()
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const some = paddedKeys(ids.slice(first, first + IDS_AT_ONCE))
    const rows = await db.selectFrom('papers').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) used.add(id)
  }
  for (const id of ids) {
    if (used.has(id)) throw new Failure('duplicate_id', `The id ${id} was used before; choose another one.`)
    used.add(id)
  }
}

const insertPapers = async (
  scope: TransactionContext,
  placed: readonly (NewPaper & { seq: number })[],
): Promise<void> => {
  await refuseUsedIds(
    scope.db,
    placed.map(({ paper }) => paper.id),
  )
  await insertRows(
    scope,
    'papers',
    placed.map((entry) => toPaperRow(entry, entry.seq)),
  )
  await addFullTexts(
    scope,
    placed.flatMap(({ seq, paper: { fullText } }) => (fullText === null ? [] : [{ seq, text: fullText }])),
  )
  await queueNewCommentaries(
    scope,
    placed.map(({ paper }) => paper),
  )
  const marked = placed.map(({ paper: { id, commentary } }) => ({ subject: `paper:${id}` as const, text: commentary }))
  await putMarks(scope, marked, { isNew: true })
  const steps = placed.map(({ seq, state, actor, at }) => ({ paper_seq: seq, state, note: null, actor, at }))
  await insertRows(scope, 'review_steps', steps)
  await saveChecks(scope, placed)
}

/** Transactions run one at a time, so numbers do not collide. Numbers of papers that were public are never reused. */
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
    if (concepts === entry.paper.concepts) return { ...entry, seq: first + index }
    // Precomputed terms belong to the names as submitted.
    return { ...entry, terms: undefined, paper: { ...entry.paper, concepts }, seq: first + index }
  })
  await insertPapers(scope, placed)
  await linkPapers(scope, placed)
  const accepted = placed.filter(({ state }) => state === 'accepted')
  if (accepted.length > 0) await publish(scope, accepted)
}

/** Gives a paper that becomes public the current names of its concepts. */
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
  const { state, note, actor, at, bytes = row.waiting_bytes } = step
  const waiting_bytes = isInReview(state) ? bytes : null
  await db.updateTable('papers').set({ state, waiting_bytes, updated_at: at }).where('seq', '=', row.seq).execute()
  await db.insertInto('review_steps').values({ paper_seq: row.seq, state, note, actor, at }).execute()
  await updateQueuePlace(db, row.seq, state)
  const placed = { seq: row.seq, paper: paperFromRow(row) }
  if (row.state === 'accepted' || state === 'accepted') await markGapsOf(scope, row.seq)
  if (row.state === 'accepted' && state !== 'accepted') {
    await unpublish(scope, [placed])
    await deleteVectors(db, [row.seq])
    await countPublicReferences(db, [row.seq], -1)
  }
  if (row.state !== 'accepted' && state === 'accepted') {
    await publish(scope, [await withCurrentConceptNames(db, placed)])
    await countPublicReferences(db, [row.seq], 1)
    await linkPapers(scope, [placed])
  }
}

export const paperWriter = (scope: TransactionContext): PaperWriter => ({
  add: (papers) => addPapers(scope, papers),
  revise: (...args) => revisePaper(scope, ...args),
  reviseAll: (revisions, by) => revisePapers(scope, revisions, by),
  mergeInto: (...args) => mergeIntoPaper(scope, ...args),
  transition: (id, step) => movePaper(scope, id, step),
})
