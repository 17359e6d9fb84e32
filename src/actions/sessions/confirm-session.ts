import type { ActionContext } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { Session } from '#core/access/session.ts'

type ConfirmSessionInput = {
  session: Session
  /** The stored hash that the editor's passphrase was verified against. */
  verifiedHash: string | null
}

/**
 * Notes that the owner of a session has proved to be there. Throws `invalid` without a passphrase to verify, and
 * `wrong_state` when it was changed since it was verified.
 */
export const confirmSession = async (
  tx: ActionContext,
  { session, verifiedHash }: ConfirmSessionInput,
): Promise<void> => {
  if (verifiedHash === null)
    throw validationFailure([{ path: 'current', message: 'is none that you have: use a passkey' }])
  if ((await tx.editors.findPassphraseHash(session.editorId)) !== verifiedHash)
    throw new Failure('wrong_state', 'Your passphrase was changed elsewhere a moment ago.')
  await tx.sessions.confirm(session.id, { at: tx.now.toISOString(), secondFactor: null })
}
