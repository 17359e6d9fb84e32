import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInAccountPolicy } from '#core/quota.ts'

/** Counts an attempt to change a passphrase. Refuses with `quota_exceeded` when the old one was guessed at too often. */
export const countPassphraseAttempt = async (
  tx: ActionContext,
  { editorId }: { editorId: string },
): Promise<null | Failure> => {
  const quota = await tx.quota.consume(`passphrase:${editorId}`, signInAccountPolicy, tx.now)
  return quota.allowed ? null : quotaExceeded(quota)
}
