import type { ActionContext } from '#actions/run-action.ts'
import { savePaperVersion, type PaperChange } from './save-paper-version.ts'

/**
 * Edits some fields of a paper that is not in review, as `change` makes it of the stored one; its version then. Throws as
 * `savePaperVersion` and `change` do.
 */
export const patchPaper = (tx: ActionContext, patch: Omit<PaperChange, 'act'>): Promise<number> =>
  savePaperVersion(tx, { ...patch, act: 'paper.edit' })
