import type { ActionContext } from '#actions/run-action.ts'
import { keptSince } from '#core/retention.ts'

/** At most so many files whose time is over; nothing may refer to them from now on. They are to be removed, then forgotten. */
export const takeUnusedFiles = async (tx: ActionContext, limit: number): Promise<string[]> => {
  await tx.files.noteUnused(tx.now.toISOString())
  return tx.files.takeUnused(keptSince('unusedFile', tx.now), limit)
}
