import type { ActionContext } from '#actions/run-action.ts'

/** Records when a session was used last. */
export const recordSessionUse = (tx: ActionContext, { id }: { id: string }): Promise<void> =>
  tx.sessions.touch(id, tx.now.toISOString())
