import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInAccountPolicy, signInClientPolicy, type ClientNetworks } from '#core/quota.ts'

type CountSignInAttemptInput = {
  email: string
  client: ClientNetworks
}

/**
 * Counts an attempt to sign in, however it will end, for the client and for the account, known or not. Refuses with
 * `quota_exceeded` after too many.
 */
export const countSignInAttempt = async (
  tx: ActionContext,
  { email, client }: CountSignInAttemptInput,
): Promise<null | Failure> => {
  const fromClient = await consumeClientQuota(tx, { name: 'sign-in:client', policy: signInClientPolicy, client })
  if (!fromClient.allowed) return quotaExceeded(fromClient)
  const account = `sign-in:account:${hashSecret(email.toLowerCase())}`
  const forAccount = await tx.quota.consume(account, signInAccountPolicy, tx.now)
  return forAccount.allowed ? null : quotaExceeded(forAccount)
}
