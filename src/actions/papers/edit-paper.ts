import type { ActionContext } from '#actions/run-action.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { savePaperVersion } from './save-paper-version.ts'

type EditPaperInput = {
  paper: PaperWithText
  /** The version that the edit began from; null overwrites any version. */
  version: number | null
  actor: string
  /** What the checks find in the new version of a paper that is in review; null for any other paper. */
  assessment: Assessment | null
}

/** Edits a paper of any state, also one that is public; its version then. Throws as `savePaperVersion` does. */
export const editPaper = async (
  tx: ActionContext,
  { paper, version, actor, assessment }: EditPaperInput,
): Promise<number> => {
  const saved = await savePaperVersion(tx, { id: paper.id, change: () => paper, version, actor, act: 'paper.edit' })
  if (assessment !== null) await tx.queue.saveAssessment(paper.id, assessment)
  return saved
}
