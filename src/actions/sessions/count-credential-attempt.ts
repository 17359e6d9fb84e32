import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInAccountPolicy } from '#core/quota.ts'

type CountCredentialAttemptInput = { credential: 'code' | 'passphrase'; editorId: string }

/**
 * Counts a code or a current passphrase that was given for an account. Refuses with `quota_exceeded` when it was guessed
 * at too often.
 */
export const countCredentialAttempt = async (
  tx: ActionContext,
  { credential, editorId }: CountCredentialAttemptInput,
): Promise<null | Failure> => {
  const quota = await tx.quota.consume(`${credential}:${editorId}`, signInAccountPolicy, tx.now)
  return quota.allowed ? null : quotaExceeded(quota)
}
