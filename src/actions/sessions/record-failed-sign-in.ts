import type { ActionContext } from '#actions/run-action.ts'
import type { SignInMethod } from '#core/access/session.ts'
import { unknownSignInPolicy } from '#core/quota.ts'

type RecordFailedSignInInput = {
  /** As it was typed; null where nothing is. */
  email: string | null
  method: SignInMethod
  /** The keyed hash of the client's address. */
  client: string
}

/**
 * Records that somebody failed to sign in. The log only grows: attempts on an account are limited anyway, and of those
 * on accounts that do not exist so many an hour are recorded.
 */
export const recordFailedSignIn = async (
  tx: ActionContext,
  { email, method, client }: RecordFailedSignInInput,
): Promise<void> => {
  const editor = email === null ? null : await tx.editors.findByEmail(email)
  if (editor === null && !(await tx.quota.consume('sign-in:unknown', unknownSignInPolicy, tx.now)).allowed) return
  const at = tx.now.toISOString()
  const subject = editor?.id ?? 'unknown'
  const actor = `client:${client}`
  await tx.audit.record({ at, actor, act: 'editor.sign-in-failed', subject, before: null, after: { method } })
}
