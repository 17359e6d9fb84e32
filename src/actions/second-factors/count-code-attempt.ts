import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInAccountPolicy } from '#core/quota.ts'

/** Counts a code that was given for an account. Refuses with `quota_exceeded` when codes were guessed at too often. */
export const countCodeAttempt = async (
  tx: ActionContext,
  { editorId }: { editorId: string },
): Promise<null | Failure> => {
  const quota = await tx.quota.consume(`code:${editorId}`, signInAccountPolicy, tx.now)
  return quota.allowed ? null : quotaExceeded(quota)
}
