import type { ActionContext } from '#actions/run-action.ts'
import { UNUSED_FILE_KEPT_MS } from '#core/files/held-file.ts'

/** At most so many files whose time is over; nothing may refer to them from now on. They are to be removed, then forgotten. */
export const takeUnusedFiles = async (tx: ActionContext, limit: number): Promise<string[]> => {
  await tx.files.noteUnused(tx.now.toISOString())
  return tx.files.takeUnused(new Date(tx.now.getTime() - UNUSED_FILE_KEPT_MS).toISOString(), limit)
}
