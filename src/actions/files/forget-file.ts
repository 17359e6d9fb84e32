import type { ActionContext } from '#actions/run-action.ts'

/** Forgets a file that was taken and is removed. */
export const forgetFile = async (tx: ActionContext, sha256: string): Promise<void> => {
  await tx.files.forget(sha256)
}
