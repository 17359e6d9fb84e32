import { createSession, type Browser, type CreatedSession } from '#actions/sessions/create-session.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'

type SignInWithPasskeyInput = {
  /** The passkey that was used, and how often its device says it was; null when the response could not be verified. */
  used: { id: string; counter: number } | null
  browser: Browser
}

/** Signs in the owner of a passkey that was verified. Throws `not_signed_in` without saying what was wrong. */
export const signInWithPasskey = async (
  tx: ActionContext,
  { used, browser }: SignInWithPasskeyInput,
): Promise<CreatedSession> => {
  // Since the response was verified, the editor or the passkey may have been removed.
  const passkey = used === null ? null : await tx.passkeys.find(used.id)
  const editor = passkey === null ? null : await tx.editors.find(passkey.editorId)
  if (used === null || editor === null || editor.removedAt !== null)
    throw new Failure('not_signed_in', 'This passkey is not known here, or took too long; try again.')
  await tx.passkeys.recordUse(used.id, used.counter, tx.now.toISOString())
  return createSession(tx, { editor, method: 'passkey', browser, secondFactor: 'passkey' })
}
