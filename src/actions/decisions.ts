import { wordsOf } from '#core/papers/library-words.ts'
import { validationFailure, Failure } from '#core/failure.ts'
import {
  MAX_NOTE_LENGTH,
  type ReviewEvent,
  nextState,
  type SubmissionState,
  wasResubmitted,
  type Submission,
} from '#core/review/submission.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import type { SubmissionReader, DecisionReader } from '#ports/store/review.ts'
import type { ActionContext } from './run-action.ts'
import { assertMayPublish, requiresAssessment } from '#core/assessment/assessment-rule.ts'
import type { Provenance } from '#core/assessment/provenance.ts'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import { savePaperVersion } from './papers.ts'
import { queueEmail } from './outbox.ts'
import type { QueueFilter } from '#core/review/queue.ts'

/** The review events of editors; submitters resubmit and withdraw. */
export type EditorEvent = Extract<ReviewEvent, 'accept' | 'ask' | 'reject' | 'retract'>

/** A note in its stored form; null if it is empty. Throws `invalid`. */
export const parseNote = (text: string | null, path: string): string | null => {
  if (text === null || text.trim() === '') return null
  if (text.length > MAX_NOTE_LENGTH)
    throw validationFailure([{ path, message: `must have at most ${MAX_NOTE_LENGTH} characters` }])
  const error = textError(text, 'block')
  if (error !== null) throw validationFailure([{ path, message: error }])
  return normalizeText(text, 'block')
}

/** The note of a decision; optional only for an acceptance. Throws `invalid`. */
export const parseDecisionNote = (event: EditorEvent, note: string | null): string | null => {
  const path = event === 'retract' ? 'reason' : 'note'
  const checked = parseNote(note, path)
  if (checked === null && event !== 'accept')
    throw validationFailure([{ path, message: `is required to ${event} a paper, so that its submitter knows why` }])
  return checked
}

/**
 * Throws `wrong_state` with the current version if a decision names another one, or none although the paper was resubmitted:
 * nobody publishes a version that they have not seen.
 */
export const assertVersionSeen = async (
  submissions: SubmissionReader,
  { id, version }: Submission,
  seen: number | null,
): Promise<void> => {
  if (seen === version) return
  if (seen === null && (version === 1 || !wasResubmitted(await submissions.find(id)))) return
  const happened = seen === null ? `${id} was resubmitted` : `${id} has changed since version ${seen}`
  throw new Failure('wrong_state', `${happened}: look at version ${version} and decide on ${id}@${version}.`, {
    members: { version },
  })
}

/** Throws `wrong_state` if a decision on the paper is waiting to take effect: the first decision wins. */
export const assertNoPendingDecision = async (decisions: DecisionReader, id: string): Promise<void> => {
  const first = await decisions.find(id)
  if (first !== null)
    throw new Failure(
      'wrong_state',
      `Somebody has already decided to ${first.event} ${id}; that takes effect at ${first.dueAt} unless it is undone.`,
    )
}

/** A decision on a paper; `note` is what the editor typed, or its parsed form. */
type Decision = {
  id: string
  event: EditorEvent
  note: string | null
  actor: string
  /** The version that the editor saw, if known. */
  version?: number | null
  /** The editor's assessment, stored along with an acceptance; null or omitted leaves the paper's as it is. */
  assessed?: AssessedFields | null
  /** Who gave the values that are accepted; null or omitted leaves that of the paper as it is. */
  provenance?: Provenance | null
}

/**
 * Throws `wrong_state` if the paper, with this assessment if there is one, may not become public as it is. Asks for the paper
 * only where a rule needs it.
 */
export const assertPublishable = async (
  tx: ActionContext,
  { id, actor, assessed }: Pick<Decision, 'id' | 'actor'> & { assessed: AssessedFields | null },
): Promise<void> => {
  const by = { rule: tx.requireAssessment, actor }
  if (!requiresAssessment(by) && assessed === null && (await tx.chapters.findLacked(id)) === null) return
  const paper = (await tx.papers.findByIds([id])).get(id)
  if (paper !== undefined)
    assertMayPublish(
      { ...by, chapters: await tx.chapters.names(), words: wordsOf((await tx.settings.get()).stored) },
      { ...paper, ...assessed },
    )
}

/** The outcome of a decision, for the submitter of the paper. */
export type DecisionOutcome = {
  id: string
  title: string
  state: SubmissionState
  note: string | null
  submittedBy: string | null
}

/**
 * Moves a paper to the state that a decision leads to, stores the editor's assessment, and records both; the note must have
 * been parsed. Throws `not_found` for unknown ids, and `wrong_state` if the paper's state does not allow the decision or the
 * decision is about another version, or the paper may not become public without an assessment.
 */
export const applyDecision = async (tx: ActionContext, decision: Decision): Promise<DecisionOutcome> => {
  const { id, event, note, actor, version = null, assessed = null, provenance = null } = decision
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  const state = nextState(submission.state, event)
  // Only a public paper can be retracted, and its version is known.
  if (event !== 'retract' || version !== null) await assertVersionSeen(tx.submissions, submission, version)
  if (event === 'accept') await assertPublishable(tx, { id, actor, assessed })
  if (assessed !== null)
    await savePaperVersion(tx, {
      id,
      change: (paper) => ({ ...paper, ...assessed }),
      version: submission.version,
      actor,
      act: 'paper.assess',
    })
  if (provenance !== null) await tx.assessments.putProvenance(id, provenance)
  if (event !== 'ask') await tx.assessments.removeDrafts(id)
  const at = tx.now.toISOString()
  await tx.papers.transition(id, { state, note, actor, at })
  const before = { state: submission.state }
  await tx.audit.record({ at, actor, act: `paper.${event}`, subject: id, before, after: { state, note } })
  return { id, title: submission.title, state, note, submittedBy: submission.submittedBy }
}

/** Emails each submitter whose API key is live and has an address, once for all papers with the same outcome and note. */
export const notifySubmitters = async (tx: ActionContext, decided: readonly DecisionOutcome[]): Promise<void> => {
  const groups = Map.groupBy(decided, ({ submittedBy, state, note }) => JSON.stringify([submittedBy, state, note]))
  for (const papers of groups.values()) {
    const { submittedBy = null, state, note = null } = papers[0] ?? {}
    const key = submittedBy === null ? null : await tx.keys.find(submittedBy)
    if (state === undefined || key === null || key.email === null || key.revokedAt !== null) continue
    const text = tx.emails.decision({ papers, state, note, keyLabel: key.label })
    await queueEmail(tx, { ...text, kind: 'decision', to: key.email })
  }
}

/**
 * Decides on a paper at once and notifies its submitter; returns the new state. Throws `invalid` for the note, `not_found`
 * for unknown ids, and `wrong_state` if its state does not allow it, somebody has already decided, or the paper was
 * resubmitted in a version that the decision does not name.
 */
export const decidePaper = async (tx: ActionContext, decision: Decision): Promise<SubmissionState> => {
  const note = parseDecisionNote(decision.event, decision.note)
  await assertNoPendingDecision(tx.decisions, decision.id)
  const decided = await applyDecision(tx, { ...decision, note })
  await notifySubmitters(tx, [decided])
  return decided.state
}

type AcceptPendingInput = {
  filter: Omit<QueueFilter, 'state'>
  note: string | null
  actor: string
  /** `next` of the previous batch; null for the first. */
  after: number | null
}

/**
 * `resubmitted` papers were skipped, since a decision must name their version, as in `p1@2`; `held` ones stay in review until
 * they are assessed, `unplaced` ones name a chapter that the library lacks. A null `next`: no more.
 */
export type AcceptedBatch = {
  accepted: number
  resubmitted: string[]
  held: number
  unplaced: number
  next: number | null
}

/** Papers in one transaction: few enough not to hold up other writers. */
const BATCH = 50

/**
 * Accepts the oldest pending papers that match a filter. Papers with a decision that is waiting to take effect are skipped.
 * Called until there is no next batch, it accepts everything that matches.
 */
export const acceptPending = async (
  tx: ActionContext,
  { filter, note, actor, after }: AcceptPendingInput,
): Promise<AcceptedBatch> => {
  const checked = parseDecisionNote('accept', note)
  const pending = { ...filter, state: 'pending' as const }
  const found = await tx.queue.list(pending, { order: 'age', after, limit: BATCH })
  const decided: DecisionOutcome[] = []
  const resubmitted: string[] = []
  const mustAssess = requiresAssessment({ rule: tx.requireAssessment, actor })
  let held = 0
  let unplaced = 0
  for (const { id, version, lacks, lackedChapter } of found.papers)
    if (lackedChapter !== null) unplaced += 1
    else if (mustAssess && lacks.length > 0) held += 1
    else if (version > 1 && wasResubmitted(await tx.submissions.find(id))) resubmitted.push(`${id}@${version}`)
    else decided.push(await applyDecision(tx, { id, event: 'accept', note: checked, actor, version }))
  await notifySubmitters(tx, decided)
  return { accepted: decided.length, resubmitted, held, unplaced, next: found.next }
}
