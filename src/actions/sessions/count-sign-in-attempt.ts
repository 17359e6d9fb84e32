import { consumeClientQuota } from '#actions/consume-client-quota.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { quotaExceeded, type Failure } from '#core/failure.ts'
import { signInAccountPolicy, signInClientPolicy, type ClientNetworks } from '#core/quota.ts'

type CountSignInAttemptInput = {
  email: string
  client: ClientNetworks
  /** Ids of the editors who signed in with the browser before. */
  knownTo: readonly string[]
}

/**
 * Counts an attempt to sign in, however it will end, for the client and for the account, known or not; whether the
 * browser is one that the account signed in with. Such browsers are counted apart: strangers who guess do not lock it out. Refuses
 * with `quota_exceeded` after too many.
 */
export const countSignInAttempt = async (
  tx: ActionContext,
  { email, client, knownTo }: CountSignInAttemptInput,
): Promise<{ isKnown: boolean } | Failure> => {
  const fromClient = await consumeClientQuota(tx, { name: 'sign-in:client', policy: signInClientPolicy, client })
  if (!fromClient.allowed) return quotaExceeded(fromClient)
  const editor = knownTo.length === 0 ? null : await tx.editors.findByEmail(email)
  const isKnown = editor !== null && knownTo.includes(editor.id)
  const account = isKnown ? `sign-in:known:${editor.id}` : `sign-in:account:${hashSecret(email.toLowerCase())}`
  const forAccount = await tx.quota.consume(account, signInAccountPolicy, tx.now)
  return forAccount.allowed ? { isKnown } : quotaExceeded(forAccount)
}
