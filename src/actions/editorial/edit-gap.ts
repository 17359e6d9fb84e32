import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'
import { resolveLinkedPapers } from './resolve-linked-papers.ts'

type EditGapInput = { gap: Gap; version: number | null; actor: string }

const comparedFields = ({ title, severity, explanation, paperIds }: Gap) => ({
  title,
  severity,
  explanation,
  paperIds: paperIds.toSorted(),
})

/** Edits a gap and its papers; its version then, which stays when nothing differs. Throws `not_found`, `stale`, `invalid`. */
export const editGap = async (tx: ActionContext, { gap, version, actor }: EditGapInput): Promise<number> => {
  const { id } = gap
  const found = await tx.gaps.find(id)
  if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
  assertVersion(`The gap ${id}`, version, found.version)
  const paperIds = await resolveLinkedPapers(tx.papers, { wanted: gap.paperIds, linked: found.paperIds })
  const stored = { ...gap, paperIds }
  const changed = changedFields(comparedFields(found), comparedFields(stored))
  if (changed === null) return found.version
  const at = tx.now.toISOString()
  await tx.gaps.put(stored, at)
  await tx.audit.record({ at, actor, act: 'gap.edit', subject: id, ...changed })
  return found.version + 1
}
