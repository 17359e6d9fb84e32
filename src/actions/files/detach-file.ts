import type { ActionContext } from '#actions/run-action.ts'

type DetachFileInput = { paperId: string; sha256: string; actor: string }

/** Takes a file away from a paper. Where no other paper has it, a job removes it after some days. Throws `not_found`. */
export const detachFile = async (tx: ActionContext, { paperId, sha256, actor }: DetachFileInput): Promise<void> => {
  const at = tx.now.toISOString()
  await tx.files.detach(paperId, sha256, at)
  await tx.audit.record({ at, actor, act: 'file.remove', subject: paperId, before: { sha256 }, after: null })
}
