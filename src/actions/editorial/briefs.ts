import { sendBrief } from '#actions/mailings.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { type Brief, type BriefCorrection, MAX_CORRECTIONS, type PublishedBrief } from '#core/editorial/brief.ts'
import { type BriefFinding, contentFindings, isFault } from '#core/editorial/brief-checks.ts'
import { assertVersion, changedFields } from '#core/editorial/version.ts'
import { parseWeek, weekId, weekLabel } from '#core/editorial/week.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { saveEdit, type Edit } from './save-edit.ts'

export type BriefWords = Omit<Brief, 'id' | 'week'>

/**
 * Saves the draft of a week's brief, by its id such as 2026-w47. Returns its version afterwards; version 0 means that
 * there is no draft yet. Throws `not_found` for a week that does not exist, `stale`, and `wrong_state` once that week's
 * brief is published.
 */
export const saveBriefDraft = async (tx: ActionContext, edit: Edit<string, BriefWords>): Promise<number> => {
  const { id } = edit
  const { title, summary, take, featured } = edit.words
  const words: BriefWords = { title, summary, take, featured }
  const week = parseWeek(id)
  if (week === null || weekId(week) !== id)
    throw new Failure('not_found', `There is no week ${id}; weeks are named like 2026-w47.`)
  if ((await tx.briefs.find(id)) !== null)
    throw new Failure('wrong_state', `The brief ${id} is published; a published brief never changes.`)
  const found = await tx.briefs.draft(id)
  return saveEdit(tx, edit, {
    what: `The draft of ${weekLabel(week)}`,
    act: found === null ? 'brief.draft' : 'brief.edit',
    subject: id,
    present: found?.version ?? 0,
    before: found,
    after: words,
    store: async (at) => ({ version: await tx.briefs.putDraft({ id, week, ...words }, at) }),
  })
}

type DraftInput = { id: string; version: number | null; actor: string }

/** The draft in the version that the editor last saw. Throws `not_found` and `stale`. */
const getDraft = async (tx: ActionContext, { id, version }: DraftInput) => {
  const draft = await tx.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  assertVersion(`The draft ${id}`, version, draft.version)
  return draft
}

const contentOf = ({ title, summary, take, featured }: Brief): BriefWords => ({ title, summary, take, featured })

/**
 * Moves a draft, with these words, to another week, by its id, that has neither a draft nor a brief. Returns its version there.
 * Throws `not_found`, `stale`, and `invalid` for a week that is taken or does not exist.
 */
export const moveBriefDraft = async (
  tx: ActionContext,
  { to, words, ...input }: DraftInput & { to: string; words: BriefWords },
): Promise<number> => {
  const { id, actor } = input
  const draft = await getDraft(tx, input)
  const week = parseWeek(to)
  if (week === null || weekId(week) !== to)
    throw validationFailure([{ path: 'week', message: 'must look like 2026-w47' }])
  if ((await tx.briefs.find(to)) !== null || (await tx.briefs.draft(to)) !== null)
    throw validationFailure([{ path: 'week', message: 'has a brief or a draft already; choose another one' }])
  const at = tx.now.toISOString()
  const version = await tx.briefs.putDraft({ id: to, week, ...words }, at)
  await tx.briefs.dropDraft(id)
  const changed = changedFields(contentOf(draft), words)
  const before = { week: id, ...changed?.before }
  const after = { week: to, ...changed?.after }
  await tx.audit.record({ at, actor, act: 'brief.move', subject: to, before, after })
  return version
}

/** Deletes a draft; the audit log keeps its text. Throws `not_found` and `stale`. */
export const removeBriefDraft = async (tx: ActionContext, input: DraftInput): Promise<void> => {
  const { id, actor } = input
  const before = contentOf(await getDraft(tx, input))
  await tx.briefs.dropDraft(id)
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'brief.remove', subject: id, before, after: null })
}

/**
 * Publishes a brief for good and removes the week's draft. Throws `not_found` for a featured paper that is not public, and
 * `wrong_state` if the week already has a brief.
 */
export const publishBrief = async (
  tx: ActionContext,
  { brief, actor }: { brief: Brief; actor: string },
): Promise<PublishedBrief> => {
  const { id, week, title, summary, take, featured } = brief
  for (const paperId of featured) {
    const paper = await tx.papers.find(paperId)
    if (paper?.state !== 'accepted') throw new Failure('not_found', `There is no public paper ${paperId} to feature.`)
  }
  const at = tx.now.toISOString()
  const content = { week, title, summary, take, featured }
  await tx.briefs.publish({ id, ...content, publishedAt: at })
  await tx.briefs.dropDraft(id)
  await tx.audit.record({ at, actor, act: 'brief.publish', subject: id, before: null, after: content })
  return { id, ...content, publishedAt: at }
}

/** Names the faults of a draft, each with its remedy. */
export const unreadyFailure = (faults: readonly BriefFinding[]): Failure =>
  new Failure('invalid', 'The brief is not ready to be published.', {
    details: faults.map(({ part, message, remedy }) => ({ path: part, message: `${message} ${remedy}` })),
  })

type PublishBriefDraftInput = {
  id: string
  version: number | null
  /** When to email it; a null time means now. Null: it is not emailed. */
  send?: { at: Date | null } | null
  /** Whether a draft that is not written to its end is refused. */
  mustBeReady?: boolean
  actor: string
}

/**
 * Publishes a draft for good, in the version that the editor last saw. Throws `not_found`, also for a featured paper that is
 * not public, `stale`, and `invalid` for a time in the past or for a draft that must be ready and is not.
 */
export const publishBriefDraft = async (
  tx: ActionContext,
  { id, version, send = null, mustBeReady = false, actor }: PublishBriefDraftInput,
): Promise<PublishedBrief> => {
  const draft = await getDraft(tx, { id, version, actor })
  const faults = mustBeReady ? contentFindings(draft, tx.now).filter(isFault) : []
  if (faults.length > 0) throw unreadyFailure(faults)
  const published = await publishBrief(tx, { brief: draft, actor })
  if (send !== null) await sendBrief(tx, { id, at: send.at, actor })
  return published
}

/**
 * Adds a dated correction under a published brief, whose own text never changes. Throws `not_found`, and `wrong_state` if the brief
 * has as many corrections as it may have.
 */
export const correctBrief = async (
  tx: ActionContext,
  { id, text, actor }: { id: string; text: string; actor: string },
): Promise<BriefCorrection> => {
  if ((await tx.briefs.find(id)) === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  const before = (await tx.briefs.corrections([id])).get(id) ?? []
  if (before.length >= MAX_CORRECTIONS)
    throw new Failure('wrong_state', `The brief ${id} has ${MAX_CORRECTIONS} corrections, and may have no more.`)
  const correction = { at: tx.now.toISOString(), text }
  await tx.briefs.correct(id, correction)
  const { at } = correction
  await tx.audit.record({ at, actor, act: 'brief.correct', subject: id, before: null, after: { text } })
  return correction
}
