import { sendBrief } from '#actions/mailings.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { Brief, PublishedBrief } from '#core/editorial/brief.ts'
import { assertVersion } from '#core/editorial/version.ts'
import { parseWeek, weekId, weekLabel } from '#core/editorial/week.ts'
import { Failure } from '#core/failure.ts'
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

type PublishBriefDraftInput = {
  id: string
  version: number | null
  /** When to email it; a null time means now. Null: it is not emailed. */
  send?: { at: Date | null } | null
  actor: string
}

/**
 * Publishes a draft for good, in the version that the editor last saw. Throws `not_found`, also for a featured paper that is
 * not public, `stale`, and `invalid` for a time in the past.
 */
export const publishBriefDraft = async (
  tx: ActionContext,
  { id, version, send = null, actor }: PublishBriefDraftInput,
): Promise<PublishedBrief> => {
  const draft = await tx.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  assertVersion(`The draft ${id}`, version, draft.version)
  const published = await publishBrief(tx, { brief: draft, actor })
  if (send !== null) await sendBrief(tx, { id, at: send.at, actor })
  return published
}
