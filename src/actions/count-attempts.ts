import type { CountedAttempt } from '#core/quota.ts'
import type { ActionContext } from './run-action.ts'

/** Counts an attempt that failed, or that nothing else limits. */
export const countAttempts = async (tx: ActionContext, counted: readonly CountedAttempt[]): Promise<void> => {
  for (const { bucket, policy } of counted) await tx.quota.consume(bucket, policy, tx.now)
}
