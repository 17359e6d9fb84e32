import type { ActionContext } from '#actions/run-action.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { resolveLinkedPapers } from './resolve-linked-papers.ts'

type AddGapInput = { gap: Omit<Gap, 'id'>; actor: string }

/** Adds a gap under the next free id, in version 1. Throws `invalid` for papers that are not public. */
export const addGap = async (tx: ActionContext, { gap, actor }: AddGapInput): Promise<Gap & { version: number }> => {
  const at = tx.now.toISOString()
  const id = await tx.gaps.nextId()
  const stored = { ...gap, paperIds: await resolveLinkedPapers(tx.papers, { wanted: gap.paperIds, linked: [] }) }
  await tx.gaps.put({ id, ...stored }, at)
  await tx.audit.record({ at, actor, act: 'gap.add', subject: id, before: null, after: stored })
  const added = await tx.gaps.find(id)
  if (added === null) throw new Error(`the gap ${id} was not stored`)
  return added
}
