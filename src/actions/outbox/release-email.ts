import type { ActionContext } from '#actions/run-action.ts'

/** Gives back an email that was leased and not sent, so that a restart need not wait for the lease to end. */
export const releaseEmail = (tx: ActionContext, { seq }: { seq: number }): Promise<void> => tx.outbox.release(seq)
