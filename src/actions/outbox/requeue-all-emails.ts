import type { ActionContext } from '#actions/run-action.ts'

/** Makes every email due now that waits or was given up; returns their number. */
export const requeueAllEmails = (tx: ActionContext): Promise<number> => tx.outbox.requeue(tx.now.toISOString())
