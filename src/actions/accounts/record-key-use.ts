import type { ActionContext } from '#actions/run-action.ts'

/** Records when a key was used last. */
export const recordKeyUse = (tx: ActionContext, { id }: { id: string }): Promise<void> =>
  tx.keys.touch(id, tx.now.toISOString())
