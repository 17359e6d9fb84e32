import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'

export type PaperChange = {
  id: string
  change: (paper: PaperWithText) => PaperWithText
  /** The version that the change began from; null overwrites any version. */
  version: number | null
  actor: string
  /** What the audit log calls it. */
  act: string
}

/** The audit log holds the length of a full text; the versions hold the text. */
const withoutText = ({ fullText, ...paper }: PaperWithText) => ({ ...paper, fullTextLength: fullText?.length ?? 0 })

/**
 * Stores a new version of a paper and records it; the version then, which stays when nothing differs. The paper is read
 * once. Throws `not_found`, `stale`, and `wrong_state` for a duplicate that was merged.
 */
export const savePaperVersion = async (
  tx: ActionContext,
  { id, change, version, actor, act }: PaperChange,
): Promise<number> => {
  const at = tx.now.toISOString()
  const { before, after } = await tx.papers.revise(id, { actor, at }, (stored) => {
    if (stored.state === 'merged')
      throw new Failure('wrong_state', `The paper ${id} was merged into another one; edit that one.`)
    assertVersion(`The paper ${id}`, version, stored.version)
    const changed = change(stored.paper)
    return changedFields(stored.paper, changed) === null ? null : changed
  })
  if (after.version === before.version) return before.version
  const changed = changedFields(withoutText(before.paper), withoutText(after.paper))
  await tx.audit.record({
    at,
    actor,
    act,
    subject: id,
    before: { version: before.version, ...changed?.before },
    after: { version: after.version, ...changed?.after },
  })
  return after.version
}
