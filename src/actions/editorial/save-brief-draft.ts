import type { ActionContext } from '#actions/run-action.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'
import { weekLabel } from '#core/editorial/week.ts'

type SaveBriefDraftInput = { brief: Brief; version: number | null; actor: string }

/**
 * Saves the draft of a brief; its version then. `version` 0 means that there is no draft of that week yet. Throws
 * `stale`, and `wrong_state` once that week's brief is published.
 */
export const saveBriefDraft = async (
  tx: ActionContext,
  { brief, version, actor }: SaveBriefDraftInput,
): Promise<number> => {
  const { id, week, ...words } = brief
  if ((await tx.briefs.find(id)) !== null)
    throw new Failure('wrong_state', `The brief ${id} is published; a published brief never changes.`)
  const found = await tx.briefs.draft(id)
  assertVersion(`The draft of ${weekLabel(week)}`, version, found?.version ?? 0)
  const changed = changedFields({ ...found }, words)
  if (found !== null && changed === null) return found.version
  const at = tx.now.toISOString()
  const saved = await tx.briefs.putDraft(brief, at)
  const act = found === null ? 'brief.draft' : 'brief.edit'
  const before = found === null ? null : (changed?.before ?? null)
  await tx.audit.record({ at, actor, act, subject: id, before, after: changed?.after ?? words })
  return saved
}
