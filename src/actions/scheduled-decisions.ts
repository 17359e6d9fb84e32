import { dropFormDraft } from './form-drafts.ts'
import type { ActionContext } from './run-action.ts'
import { provenanceOfDecided } from '#core/assessment/provenance.ts'
import { assessedFieldsOf, type AssessedFields } from '#core/assessment/suggestion.ts'
import { changedFields } from '#core/editorial/version.ts'
import { nextState, type Verdict } from '#core/review/submission.ts'
import { dueAt, type PendingDecision, tooLateToUndo } from '#core/review/undo.ts'
import { Failure } from '#core/failure.ts'
import {
  assertPublishable,
  assertVersionSeen,
  parseDecisionNote,
  assertNoPendingDecision,
  applyDecision,
  type DecisionOutcome,
  notifySubmitters,
} from './decisions.ts'
import { publishableFilter, type QueueFilter } from '#core/review/queue.ts'

type ScheduleDecisionInput = {
  id: string
  event: Verdict
  note: string | null
  actor: string
  /** The version that the editor saw, if known. */
  version: number | null
  /** The editor's assessment of an accepted paper; if omitted, the paper's stays as it is. */
  assessed?: AssessedFields | undefined
  /** The author of the draft that it was made from. */
  takenFrom?: string | undefined
  /** The id of decisions that are undone together. */
  batch?: string
}

type Assessment = Pick<PendingDecision, 'assessed' | 'provenance'>

const unassessed: Assessment = { assessed: null, provenance: null }

/** The assessment, unless it does not change the paper, and who gave its values. */
const readAssessment = async (
  tx: ActionContext,
  { id, actor, assessed, takenFrom }: Omit<ScheduleDecisionInput, 'assessed'> & { assessed: AssessedFields },
): Promise<Assessment> => {
  const paper = (await tx.papers.findByIds([id])).get(id)
  if (paper === undefined) return unassessed
  const provenance = provenanceOfDecided({
    stored: paper,
    known: await tx.assessments.findProvenance(id, null),
    decided: assessed,
    drafts: await tx.assessments.listDrafts(id),
    takenFrom,
    by: { actor, at: tx.now.toISOString() },
  })
  return { assessed: changedFields(assessedFieldsOf(paper), assessed) === null ? null : assessed, provenance }
}

/**
 * Schedules a decision on a submission, with the editor's assessment if it is accepted. Until it takes effect, it can be undone
 * and only editors see it. Throws `invalid` for the note, `not_found`, and `wrong_state` if the paper is not pending, somebody
 * has already decided, or the paper has changed since the editor saw it.
 */
export const scheduleDecision = async (tx: ActionContext, input: ScheduleDecisionInput): Promise<PendingDecision> => {
  const { id, event, note, actor, version, assessed: given, takenFrom, batch = null } = input
  const checked = parseDecisionNote(event, note)
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  await assertNoPendingDecision(tx.decisions, id)
  nextState(submission.state, event)
  await assertVersionSeen(tx.submissions, submission, version)
  const { assessed, provenance } =
    event === 'accept' && given !== undefined ? await readAssessment(tx, { ...input, assessed: given }) : unassessed
  if (event === 'accept') await assertPublishable(tx, { id, actor, assessed })
  const at = tx.now.toISOString()
  const decision = {
    id,
    event,
    note: checked,
    actor,
    version: submission.version,
    decidedAt: at,
    dueAt: dueAt(tx.now),
    batch,
    assessed,
    provenance,
  }
  await tx.decisions.add(decision)
  const after = {
    event,
    note: checked,
    version: submission.version,
    dueAt: decision.dueAt,
    ...(batch !== null && { batch }),
    ...(assessed !== null && { assessed }),
    ...(assessed !== null && takenFrom !== undefined && { takenFrom }),
    ...(provenance !== null && { provenance }),
  }
  await tx.audit.record({ at, actor, act: 'decision.make', subject: id, before: null, after })
  return { ...decision, title: submission.title }
}

/** The same from a form, whose draft is removed. */
export const scheduleTypedDecision = async (
  tx: ActionContext,
  { typed, ...decision }: ScheduleDecisionInput & { typed: Parameters<typeof dropFormDraft>[1] },
): Promise<void> => {
  await scheduleDecision(tx, decision)
  await dropFormDraft(tx, typed)
}

type ScheduleBulkAcceptInput = {
  filter: Omit<QueueFilter, 'state'>
  note: string | null
  actor: string
  /** The digest of the papers, with their versions, that the editor was shown. */
  digest: string
}

/**
 * Schedules the acceptance of every pending paper that matches a filter; returns the id of the batch, by which all can be
 * undone. Throws `wrong_state` if the filter now matches other papers or other versions.
 */
export const scheduleBulkAccept = async (
  tx: ActionContext,
  { filter, note, actor, digest }: ScheduleBulkAcceptInput,
): Promise<string> => {
  const checked = parseDecisionNote('accept', note)
  const pending = publishableFilter({ ...filter, state: 'pending' }, { rule: tx.requireAssessment, actor })
  const found = pending === null ? null : await tx.queue.selection(pending)
  const count = found?.count ?? 0
  if (pending === null || found === null || count === 0)
    throw new Failure('wrong_state', 'The queue now has 0 such papers; look at it again.')
  if (found.digest !== digest)
    throw new Failure('wrong_state', `The queue has changed; it now has ${count} such papers. Look at it again.`)
  const batch = `b_${tx.ids.secret().slice(0, 16)}`
  const at = tx.now.toISOString()
  const due = dueAt(tx.now)
  await tx.decisions.addAll(pending, { event: 'accept', note: checked, actor, decidedAt: at, dueAt: due, batch })
  const after = { event: 'accept', note: checked, dueAt: due, filter, count, digest }
  await tx.audit.record({ at, actor, act: 'decision.make', subject: batch, before: null, after })
  return batch
}

/**
 * Undoes a scheduled decision on a paper. The editor's assessment becomes their draft, so that nothing typed is lost. Throws
 * `wrong_state` if there is no scheduled decision, or no longer.
 */
export const undoDecision = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<PendingDecision> => {
  const made = await tx.decisions.find(id)
  if (!(await tx.decisions.remove(id)) || made === null) throw tooLateToUndo()
  const at = tx.now.toISOString()
  if (made.assessed !== null) {
    const draft = { author: made.actor, version: made.version ?? 1, at, fields: made.assessed, passages: [] }
    await tx.assessments.putDraft(id, draft)
  }
  const before = { event: made.event, note: made.note, actor: made.actor }
  await tx.audit.record({ at, actor, act: 'decision.undo', subject: id, before, after: null })
  return made
}

/** Undoes the decisions of a batch; returns how many. Throws `wrong_state` if none is left. */
export const undoBulkDecision = async (
  tx: ActionContext,
  { batch, actor }: { batch: string; actor: string },
): Promise<number> => {
  const count = await tx.decisions.removeBatch(batch)
  if (count === 0) throw tooLateToUndo()
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'decision.undo', subject: batch, before: { count }, after: null })
  return count
}

/** Decisions in one transaction: few enough not to hold up other writers. */
const BATCH = 20

/** `dropped`: papers whose decision no longer applied; `more`: further decisions may be due. */
export type AppliedDecisions = { applied: number; dropped: string[]; more: boolean }

/** Null if the paper is now in another state or version, for example because its submitter withdrew it. */
const applyOne = async (tx: ActionContext, decision: PendingDecision): Promise<DecisionOutcome | null> => {
  await tx.decisions.remove(decision.id)
  try {
    return await applyDecision(tx, decision)
  } catch (error) {
    if (error instanceof Failure && error.code === 'wrong_state') return null
    throw error
  }
}

/** Applies due decisions, the oldest first. Several processes may do this: transactions of writers never overlap. */
export const applyDueDecisions = async (tx: ActionContext): Promise<AppliedDecisions> => {
  const due = await tx.decisions.due(tx.now.toISOString(), BATCH)
  const decided: DecisionOutcome[] = []
  const dropped: string[] = []
  for (const decision of due) {
    const result = await applyOne(tx, decision)
    if (result === null) dropped.push(decision.id)
    else decided.push(result)
  }
  await notifySubmitters(tx, decided)
  return { applied: decided.length, dropped, more: due.length === BATCH }
}
