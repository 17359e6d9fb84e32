import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { savePaperVersion } from './save-paper-version.ts'

type RevertPaperInput = { id: string; restored: number; version: number | null; actor: string }

/**
 * Restores what an earlier version of a paper said, as a new version; its number. Throws as `savePaperVersion` does, and
 * `not_found` for a version that there never was.
 */
export const revertPaper = async (
  tx: ActionContext,
  { id, restored, version, actor }: RevertPaperInput,
): Promise<number> => {
  const earlier = await tx.versions.find(id, restored)
  if (earlier === null) throw new Failure('not_found', `There is no version ${restored} of a paper ${id}.`)
  return savePaperVersion(tx, { id, change: () => earlier.paper, version, actor, act: 'paper.restore' })
}
