import type { ActionContext } from '#actions/run-action.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { assertVersion } from '#core/editorial/assert-version.ts'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { publishBrief } from './publish-brief.ts'

type PublishBriefDraftInput = {
  id: string
  version: number | null
  /** When it goes out by email, null for now; null: not at all. */
  send?: { at: Date | null } | null
  actor: string
}

/**
 * Publishes a draft for good, in the version that its editor saw last. Throws `not_found`, also for a featured paper
 * that is not public, `stale`, and `invalid` for a time to send it that is over.
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
