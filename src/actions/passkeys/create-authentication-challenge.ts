import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInClientPolicy, type ClientNetworks } from '#core/quota.ts'
import { createChallenge } from './create-challenge.ts'

/** A challenge for signing in. Refuses with `quota_exceeded` when one client asks for too many. */
export const createAuthenticationChallenge = async (
  tx: ActionContext,
  { client }: { client: ClientNetworks },
): Promise<string | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'sign-in:passkey', policy: signInClientPolicy, client })
  return quota.allowed ? createChallenge(tx, null) : quotaExceeded(quota)
}
