import { beginSession, type BegunSession } from './begin-session.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Browser } from './create-session.ts'

type SignInInput = {
  email: string
  /** The stored hash that the passphrase matched, as `verifyPassphrase` gives it; null when it matched none. */
  passphraseHash: string | null
  browser: Browser
}

/**
 * Signs an editor in whose passphrase was verified. Throws `not_signed_in`: the same for an unknown address, a wrong
 * passphrase, and an account that has none yet.
 */
export const signIn = async (
  tx: ActionContext,
  { email, passphraseHash, browser }: SignInInput,
): Promise<BegunSession> => {
  const editor = await tx.editors.findByEmail(email)
  // Since the passphrase was verified, the editor may have been removed or may have set another one.
  if (passphraseHash === null || editor === null || editor.passphraseHash !== passphraseHash)
    throw new Failure('not_signed_in', 'The email address or the passphrase is wrong; try again.')
  return beginSession(tx, { editor, method: 'passphrase', browser })
}
