import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInClientPolicy } from '#core/quota.ts'
import { createChallenge } from './create-challenge.ts'

/** A challenge for signing in. Refuses with `quota_exceeded` when one client asks for too many. */
export const createAuthenticationChallenge = async (
  tx: ActionContext,
  { client }: { client: string },
): Promise<string | Failure> => {
  const quota = await tx.quota.consume(`sign-in:passkey:${client}`, signInClientPolicy, tx.now)
  return quota.allowed ? createChallenge(tx, null) : quotaExceeded(quota)
}
