import type { ActionContext } from '#actions/run-action.ts'

/** Lets digests leave that were paused by a restore. */
export const resumeDigests = async (tx: ActionContext, { actor }: { actor: string }): Promise<void> => {
  const state = await tx.following.state()
  if (state?.isPaused !== true) return
  await tx.following.setPaused(false)
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'digests.resume', subject: 'digests', before: null, after: null })
}
