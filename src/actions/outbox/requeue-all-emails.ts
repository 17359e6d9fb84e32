import type { ActionContext } from '#actions/run-action.ts'

/** Makes every email due now that waits or was given up; how many. */
export const requeueAllEmails = (tx: ActionContext): Promise<number> => tx.outbox.requeue(tx.now.toISOString())
