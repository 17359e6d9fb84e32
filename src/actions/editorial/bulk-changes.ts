import {
  type BulkChange,
  type BulkChangeRecord,
  type PaperChanged,
  changesFields,
  type LeftPaper,
  type PaperAtVersion,
  withBulkChange,
} from '#core/review/bulk-change.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { chapterChoices, lackedChapter } from '#core/papers/chapter.ts'
import { decidePaper, parseDecisionNote } from '#actions/decisions.ts'
import { revertPapers, savePaperVersions } from '#actions/papers.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { BulkChangeReader } from '#ports/store/bulk-changes.ts'
import { scheduleDecision, undoBulkDecision } from '#actions/scheduled-decisions.ts'

/** Papers in one transaction: few enough not to hold up other writers. */
export const BULK_STEP = 50

const isOvertaken = (error: unknown): error is Failure =>
  error instanceof Failure && ['stale', 'wrong_state', 'not_found'].includes(error.code)

/** The change as it is stored. Throws `invalid` for a chapter that the library lacks, and for the note of a decision. */
const checkedChange = async (tx: ActionContext, change: BulkChange): Promise<BulkChange> => {
  if (change.kind === 'set-chapter') {
    const chapters = await tx.chapters.names()
    if (lackedChapter(chapters, change.chapter) !== null)
      throw validationFailure([{ path: 'chapter', message: `must be ${chapterChoices(chapters)}` }])
  }
  return changesFields(change) ? change : { ...change, note: parseDecisionNote(change.kind, change.note) }
}

type BeginInput = { change: BulkChange; papers: readonly PaperAtVersion[]; actor: string }

/** Records a change of many papers before any of them changes; returns its id. Throws `invalid`. */
export const beginBulkChange = async (tx: ActionContext, { change, papers, actor }: BeginInput): Promise<string> => {
  const at = tx.now.toISOString()
  const id = `b_${tx.ids.secret().slice(0, 16)}`
  const checked = await checkedChange(tx, change)
  const nothing = { changed: [], left: [], undone: [], kept: [], undoneBy: null, undoneAt: null }
  await tx.bulkChanges.put({ id, actor, change: checked, at, ...nothing })
  const after = { ...checked, papers: papers.length }
  await tx.audit.record({ at, actor, act: 'papers.change', subject: id, before: null, after })
  return id
}

export const getBulkChange = async (tx: { bulkChanges: BulkChangeReader }, id: string): Promise<BulkChangeRecord> => {
  const record = await tx.bulkChanges.find(id)
  if (record === null) throw new Failure('not_found', `There is no change ${id}, or it can no longer be undone.`)
  return record
}

const DECIDED = 'A decision on it is waiting to take effect.'

const asOutcome = async (work: () => Promise<number>): Promise<number | Failure> => {
  try {
    return await work()
  } catch (error) {
    if (isOvertaken(error)) return error
    throw error
  }
}

/** Papers on which no decision waits; the others get the reason. */
const undecided = async <Item extends { id: string }>(
  tx: ActionContext,
  papers: readonly Item[],
): Promise<{ free: Item[]; outcomes: Map<string, number | Failure> }> => {
  const decided = await tx.decisions.among(papers.map(({ id }) => id))
  const free = papers.filter(({ id }) => !decided.has(id))
  const held = papers.filter(({ id }) => decided.has(id))
  return { free, outcomes: new Map(held.map(({ id }) => [id, new Failure('wrong_state', DECIDED)])) }
}

/** Changes papers in the versions that were looked at; each gets its version afterwards, or the failure that left it as it is. */
const changePapers = async (
  tx: ActionContext,
  { id: batch, change, actor }: BulkChangeRecord,
  papers: readonly PaperAtVersion[],
): Promise<ReadonlyMap<string, number | Failure>> => {
  if (changesFields(change)) {
    const { free, outcomes } = await undecided(tx, papers)
    const changes = free.map((paper) => ({
      ...paper,
      change: (stored: PaperWithText): PaperWithText => withBulkChange(stored, change),
    }))
    const saved = await savePaperVersions(tx, { papers: changes, actor, act: 'paper.edit' })
    return new Map([...outcomes, ...saved])
  }
  const { kind: event, note } = change
  const outcomes = new Map<string, number | Failure>()
  for (const { id, version } of papers) {
    const decide = async (): Promise<number> => {
      if (event === 'retract') await decidePaper(tx, { id, event, note, actor, version })
      else await scheduleDecision(tx, { id, event, note, actor, version, batch })
      return version
    }
    outcomes.set(id, await asOutcome(decide))
  }
  return outcomes
}

type StepInput = { id: string; papers: readonly PaperAtVersion[] }

/**
 * Changes some papers of a bulk change, as the action for one paper does. Those that changed since, or may not change so, are
 * left and recorded with the reason. Throws `not_found`.
 */
export const applyBulkStep = async (tx: ActionContext, { id, papers }: StepInput): Promise<void> => {
  const record = await getBulkChange(tx, id)
  const changed: PaperChanged[] = []
  const left: LeftPaper[] = []
  const outcomes = await changePapers(tx, record, papers)
  for (const { id: paper, version } of papers) {
    const outcome = outcomes.get(paper)
    if (outcome instanceof Failure) left.push({ id: paper, because: outcome.message })
    else if (outcome === undefined || (outcome === version && changesFields(record.change)))
      left.push({ id: paper, because: 'It is so already.' })
    else changed.push({ id: paper, from: version, to: outcome })
  }
  await tx.bulkChanges.put({
    ...record,
    changed: [...record.changed, ...changed],
    left: [...record.left, ...left],
  })
}

/** Decisions that have not taken effect are undone; the others stay. Throws `wrong_state` if all have. */
const undoDecisions = async (tx: ActionContext, { id, changed }: BulkChangeRecord, actor: string) => {
  const ids = changed.map((paper) => paper.id)
  const waiting = await tx.decisions.among(ids)
  await undoBulkDecision(tx, { batch: id, actor })
  return {
    changed: [],
    undone: ids.filter((one) => waiting.has(one)),
    kept: ids.filter((one) => !waiting.has(one)).map((one) => ({ id: one, because: 'The decision has taken effect.' })),
  }
}

/** Restores the versions before the change of papers that nothing else has changed. */
const undoEdits = async (tx: ActionContext, { changed }: BulkChangeRecord, actor: string) => {
  const some = changed.slice(0, BULK_STEP)
  const { free, outcomes } = await undecided(tx, some)
  const papers = free.map(({ id, from, to }) => ({ id, restored: from, version: to }))
  for (const [id, outcome] of await revertPapers(tx, { papers, actor })) outcomes.set(id, outcome)
  const undone: string[] = []
  const kept: LeftPaper[] = []
  for (const { id } of some) {
    const outcome = outcomes.get(id)
    if (!(outcome instanceof Failure)) undone.push(id)
    else {
      const because = outcome.code === 'stale' ? 'Something else has changed it since.' : outcome.message
      kept.push({ id, because })
    }
  }
  return { changed: changed.slice(BULK_STEP), undone, kept }
}

/**
 * Undoes a bulk change, some papers at a time; returns whether there are more. A paper that something else has changed since
 * stays as it is. Throws `not_found`, and `wrong_state` if nothing is left to undo.
 */
export const undoBulkStep = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<{ more: boolean }> => {
  const record = await getBulkChange(tx, id)
  const { change } = record
  if (change.kind === 'retract') throw new Failure('wrong_state', 'Papers that were retracted stay so.')
  if (record.changed.length === 0) throw new Failure('wrong_state', 'There is nothing left to undo.')
  const at = tx.now.toISOString()
  const done = changesFields(change) ? await undoEdits(tx, record, actor) : await undoDecisions(tx, record, actor)
  await tx.bulkChanges.put({
    ...record,
    changed: done.changed,
    undone: [...record.undone, ...done.undone],
    kept: [...record.kept, ...done.kept],
    undoneBy: actor,
    undoneAt: at,
  })
  if (record.undoneAt === null && changesFields(change)) {
    const before = { papers: record.changed.length }
    await tx.audit.record({ at, actor, act: 'papers.undo', subject: id, before, after: null })
  }
  return { more: done.changed.length > 0 }
}

/** Undoes decisions that were made together, and notes it in the change of many papers that made them. Throws as `undoBulkDecision` does. */
export const undoBatch = async (
  tx: ActionContext,
  { batch, actor }: { batch: string; actor: string },
): Promise<void> => {
  if ((await tx.bulkChanges.find(batch)) === null) await undoBulkDecision(tx, { batch, actor })
  else await undoBulkStep(tx, { id: batch, actor })
}
