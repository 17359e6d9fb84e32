import type { ActionContext } from '#actions/run-action.ts'

/** Forgets a file that was announced and could not be kept. */
export const retractFile = async (tx: ActionContext, sha256: string): Promise<void> => {
  await tx.files.retract(sha256)
}
